// Drives octobrain with the TypeScript SDK, over stdio or HTTP; prints what it saw.
//
//     typescript.mjs stdio COMMAND FOLDER
//     typescript.mjs http URL TOKEN

import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const FACT = 'The shop deploys on Tuesdays at noon';
const [kind, where, more] = process.argv.slice(2);

function transport() {
    if (kind === 'stdio') {
        return new StdioClientTransport({ command: where, args: ['mcp'], cwd: more, env: process.env, stderr: 'ignore' });
    }
    const requestInit = { headers: { Authorization: `Bearer ${more}` } };
    return new StreamableHTTPClientTransport(new URL(where), { requestInit });
}

async function connect() {
    const client = new Client({ name: 'test', version: '0' }, { capabilities: {} });
    await client.connect(transport());
    return client;
}

const client = await connect();
const tools = (await client.listTools()).tools.map((tool) => tool.name);
console.log(`${kind}: ${client.getServerVersion().name}, tools ${tools}`);
assert.deepEqual(tools, ['memorize', 'remember', 'knowledge', 'forget']);

// The SDK checks every structured answer against the tool's output schema.
async function call(name, args) {
    const result = await client.callTool({ name, arguments: args });
    console.log(`  ${name} ${JSON.stringify(args)} -> ${JSON.stringify(result).slice(0, 110)}`);
    return result;
}

assert.ok(['created', 'unchanged'].includes((await call('memorize', { content: FACT })).structuredContent.status));
const found = await call('remember', { query: ['when does the shop deploy'] });
assert.equal(found.structuredContent.hits[0].content, FACT);
assert.equal((await call('forget', { query: 'shop deploys' })).structuredContent.removed, false);
await call('knowledge', { command: 'store', key: 'note', content: 'Pages are cached.', session: 's', replace: true });
const read = await call('knowledge', { command: 'search', query: 'cached pages', session: 's' });
assert.match(read.structuredContent.passages[0].text, /cached/);
for (const [name, args] of [['remember', {}], ['memorize', { content: 'short' }], ['knowledge', { command: 'no' }]]) {
    assert.equal((await call(name, args)).isError, true);
}
await assert.rejects(client.callTool({ name: 'nope', arguments: {} }), /unknown tool/);
// Given up by the caller, unless the answer was faster; the connection goes on.
await client.callTool({ name: 'remember', arguments: { query: 'x' } }, undefined, { timeout: 0 }).catch((error) => console.log(`  given up -> ${error.message}`));
assert.ok(!(await call('remember', { query: 'shop' })).isError);
await client.close();

// A connection that breaks off in the middle of a call leaves the others alone.
const broken = await connect();
const dropped = broken.callTool({ name: 'remember', arguments: { query: 'shop' } }).catch(() => {});
await broken.close();
await dropped;
const again = await connect();
assert.equal((await again.listTools()).tools.length, 4);
await again.close();
console.log('well');
