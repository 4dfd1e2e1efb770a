"""Drives octobrain with the Python SDK, over stdio and HTTP, in both protocol eras; prints what it saw.

    python.py stdio COMMAND FOLDER
    python.py http URL TOKEN
"""

import asyncio
import sys

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

FACT = "The shop deploys on Tuesdays at noon"


async def drive(label, server, mode):
    async with Client(server, mode=mode) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        print(f"{label}: tools {tools}")
        assert tools == ["memorize", "remember", "knowledge", "forget"], tools

        async def call(name, arguments):
            result = await client.call_tool(name, arguments)
            print(f"  {name} {arguments} -> error={result.is_error} {result.content[0].text[:90]!r}")
            return result

        stored = await call("memorize", {"content": FACT})
        assert stored.structured_content["status"] in ("created", "unchanged"), stored
        found = await call("remember", {"query": ["when does the shop deploy"]})
        assert found.structured_content["hits"][0]["content"] == FACT, found
        preview = await call("forget", {"query": "shop deploys"})
        assert preview.structured_content["removed"] is False, preview
        kept = {"command": "store", "key": "note", "content": "Pages are cached.", "session": "s", "replace": True}
        assert not (await call("knowledge", kept)).is_error
        read = await call("knowledge", {"command": "search", "query": "cached pages", "session": "s"})
        assert "cached" in read.structured_content["passages"][0]["text"], read
        for name, arguments in (("remember", {}), ("memorize", {"content": "short"}), ("knowledge", {"command": "no"})):
            assert (await call(name, arguments)).is_error
        try:
            await client.call_tool("nope", {})
            raise SystemExit("an unknown tool was called")
        except Exception as error:  # the SDK's own kind, which differs between its versions
            print(f"  nope -> {error}")
        # Given up by the caller; the connection goes on.
        try:
            await client.call_tool("remember", {"query": "anything"}, read_timeout_seconds=0.000001)
        except Exception as error:
            print(f"  given up -> {type(error).__name__}")
        assert not (await call("remember", {"query": "shop"})).is_error


async def main():
    kind, *rest = sys.argv[1:]
    for mode in ("auto", "legacy"):
        if kind == "stdio":
            command, folder = rest
            await drive(f"stdio {mode}", StdioServerParameters(command=command, args=["mcp"], cwd=folder, env=None), mode)
        else:
            url, token = rest
            http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"})
            await drive(f"http {mode}", streamable_http_client(url, http_client=http), mode)
    print("well")


asyncio.run(main())
