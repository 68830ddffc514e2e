#!/usr/bin/env python3
"""EASY backfilling, as a policy of one's own for coalloc_sim (README.md).

  build/coalloc_sim --policy program --policy-program 'python3 examples/policies/easy.py'
"""
import json
import sys

queue = []    # waiting jobs, first come first
running = {}  # id: (end by its estimate, servers)

for line in sys.stdin:
    event = json.loads(line)
    now, free = event["time"], event["free"]
    for job in event["ended"]:
        del running[job]
    queue += event["submitted"]
    started = []

    def start(job):
        queue.remove(job)
        started.append(job["id"])
        running[job["id"]] = (now + job["estimate"], job["servers"])

    while queue and queue[0]["servers"] <= free:
        free -= queue[0]["servers"]
        start(queue[0])
    if queue and free:
        # when the head of the queue will start, and what is free then besides
        spare = free - queue[0]["servers"]
        for end, servers in sorted(running.values()):
            if spare >= 0 and end > begin:
                break
            spare, begin = spare + servers, end
        for job in queue[1:]:
            ends_before = now + job["estimate"] <= begin
            if job["servers"] > free or not (ends_before or job["servers"] <= spare):
                continue
            free -= job["servers"]
            spare -= 0 if ends_before else job["servers"]
            start(job)
    print(json.dumps({"start": started}), flush=True)
