#!/usr/bin/env python3
"""Fair share, as a policy of one's own for coalloc_sim (README.md): the next job is one of
the user who has had least so far, as planned; the others wait behind it."""
import json
import sys

queue, had = [], {}  # waiting jobs; user: servers times seconds
for line in sys.stdin:
    event = json.loads(line)
    free, start = event["free"], []
    queue += event["submitted"]
    while queue:
        job = min(queue, key=lambda job: had.get(job["user"], 0))
        if job["servers"] > free:
            break
        queue.remove(job)
        start.append(job["id"])
        free -= job["servers"]
        had[job["user"]] = had.get(job["user"], 0) + job["servers"] * job["estimate"]
    print(json.dumps({"start": start}), flush=True)
