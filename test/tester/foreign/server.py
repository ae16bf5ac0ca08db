"""An MCP server (2025-11-25, stdio) on the standard library alone: what a careful author writes without any SDK."""
import json, sys, threading

LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]
COUNT = {"type": "integer", "minimum": 0}
INPUT = {"type": "object", "properties": {"steps": COUNT, "step_ms": COUNT}, "required": ["steps"]}
TOOLS = [{"name": "count", "description": "Count steps, with progress and a log message", "inputSchema": INPUT}]

lock = threading.Lock()
running = {}  # request id -> event that is set when the call is cancelled
level = "warning"


def send(**message):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def log(at, data):
    if LEVELS.index(at) >= LEVELS.index(level):
        send(method="notifications/message", params={"level": at, "logger": "count", "data": data})


def count(id, steps, step_ms, token, cancelled):
    log("info", f"counting to {steps}")
    for step in range(1, steps + 1):
        if cancelled.wait(step_ms / 1000):
            break
        if token is not None:
            send(method="notifications/progress", params={"progressToken": token, "progress": step, "total": steps})
    with lock:
        running.pop(id, None)
    if cancelled.is_set():
        print("count was cancelled", file=sys.stderr, flush=True)
    else:
        send(id=id, result={"content": [{"type": "text", "text": f"Counted to {steps}"}]})


def call(id, params):
    arguments = params.get("arguments", {})
    steps, step_ms = arguments.get("steps"), arguments.get("step_ms", 100)
    if params.get("name") != "count":
        return send(id=id, error={"code": -32602, "message": f"Unknown tool: {params.get('name')}"})
    if not all(isinstance(number, int) and number >= 0 for number in (steps, step_ms)):
        text = [{"type": "text", "text": "steps and step_ms must be integers of at least 0"}]
        return send(id=id, result={"content": text, "isError": True})
    running[id] = threading.Event()
    token = params.get("_meta", {}).get("progressToken")
    threading.Thread(target=count, args=(id, steps, step_ms, token, running[id]), daemon=True).start()


def handle(method, params, id):
    global level
    if method == "initialize":
        info = {"name": "python-stdlib", "version": "1.0.0"}
        send(id=id, result={"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, "logging": {}}, "serverInfo": info})
    elif method == "ping":
        send(id=id, result={})
    elif method == "tools/list":
        send(id=id, result={"tools": TOOLS})
    elif method == "logging/setLevel" and params.get("level") in LEVELS:
        level = params["level"]
        send(id=id, result={})
    elif method == "tools/call":
        call(id, params)
    elif method == "notifications/cancelled" and params.get("requestId") in running:
        running[params["requestId"]].set()
    elif id is not None:
        bad = method == "logging/setLevel"
        send(id=id, error={"code": -32602 if bad else -32601, "message": "Invalid level" if bad else f"Unknown method: {method}"})


for line in sys.stdin:
    message = json.loads(line)
    if "method" in message:
        handle(message["method"], message.get("params") or {}, message.get("id"))
