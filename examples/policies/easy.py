#!/usr/bin/env python3
"""EASY backfilling, as a policy of one's own for coalloc_sim (README.md).

  build/coalloc_sim --policy program --policy-program 'python3 examples/policies/easy.py'
"""
import json
import sys

queue = []  # waiting jobs, first come first
taken = {}  # id: (start, end by its estimate, amounts), what runs or is reserved
have = {}  # servers, and GPUs and memory if they are counted


def needs(job):
    return {**job.get("needs", {}), "servers": job["servers"]}


for line in sys.stdin:
    event = json.loads(line)
    now, free = event["time"], event["free"]
    if not have:  # all of it is free
        nodes = event.get("nodes", [{}])
        if len(nodes) > 1:
            sys.exit("easy.py does not choose nodes: run it without --nodes")
        have = {**nodes[0], "servers": event["servers"]}
    for job in event["ended"]:
        del taken[job]
    for job in event.get("reserved", []):
        taken[job["id"]] = (job["start"], job["end"], needs(job))
    queue += event["submitted"]
    started = []

    def fits(job, at):
        if at == now and job["servers"] > free:
            return False
        end, need = at + job["estimate"], needs(job)
        times = [at] + [start for start, _, _ in taken.values() if at < start < end]
        return all(have[k] - need[k] >=
                   sum(n[k] for start, stop, n in taken.values() if start <= t < stop)
                   for t in times for k in have)

    def start(job):
        global free
        queue.remove(job)
        started.append(job["id"])
        taken[job["id"]] = (now, now + job["estimate"], needs(job))
        free -= job["servers"]

    while queue and fits(queue[0], now):
        start(queue[0])
    if queue and free:
        # when the head of the queue will start; it delays nobody behind it after that
        head = queue[0]
        begin = min(end for _, end, _ in taken.values() if end > now and fits(head, end))
        taken["head"] = (begin, begin + head["estimate"], needs(head))
        for job in queue[1:]:
            if fits(job, now):
                start(job)
        del taken["head"]
    print(json.dumps({"start": started}), flush=True)
