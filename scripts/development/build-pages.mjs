import { build } from 'vite';

// A program: builds the pages, and what renders them on the server. In one process, because starting Vite with its
// plugins takes as long as bundling the second.
await build();
await build({ mode: 'renderer', build: { ssr: true } });
