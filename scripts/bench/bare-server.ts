import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import postgres from 'postgres';

const [url = '', statement = ''] = process.argv.slice(2);
const sql = postgres(url, { max: 10 });

/** The smallest possible server: one statement for each request, its rows as JSON. */
const server = createServer((_, response) => {
  sql
    .unsafe(statement, [], { prepare: true })
    .then((found) => {
      const body = JSON.stringify(found);
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    })
    .catch(() => response.writeHead(500, { 'content-length': 0 }).end());
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
