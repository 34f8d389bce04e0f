import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [address = ''] = process.argv.slice(2);
const answer = await fetch(address);
if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
const page = Buffer.from(await answer.arrayBuffer());

/** The smallest possible server: it answers with the bytes of one page, from memory. */
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length });
  response.end(page);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
