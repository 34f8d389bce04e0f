import files from 'virtual:demo-files';

/** Called with the part of all bytes that has arrived, 0 to 1. */
type ArrivalListener = (part: number) => void;

interface File {
  address: string;
  bytes: number;
}

export interface Engine {
  program: WebAssembly.Module;
  /** The files that Postgres has beside its program. */
  support: Blob;
}

const bytesOf = (all: readonly File[]) => all.reduce((sum, { bytes }) => sum + bytes, 0);

/** Downloads everything that the first opening needs and that the browser has not cached. */
export async function downloadAll(
  onArrived: ArrivalListener,
): Promise<{ engine: Engine; world: ArrayBuffer }> {
  const { program, support, world: base } = files;
  const count = counter(bytesOf([program, support, base]), onArrived);
  const [engine, world] = await Promise.all([engineFrom(count), contentOf(base, count)]);
  return { engine, world };
}

export const downloadEngine = (onArrived: ArrivalListener): Promise<Engine> =>
  engineFrom(counter(files.program.bytes + files.support.bytes, onArrived));

/** The files that people of the sample world have uploaded, by key, in base64; loaded when one is asked for. */
export async function downloadUploads(): Promise<Record<string, string>> {
  return (await answerOf(files.uploads)).json();
}

async function engineFrom(count: (bytes: number) => void): Promise<Engine> {
  const [program, support] = await Promise.all([compiled(count), contentOf(files.support, count)]);
  return { program, support: new Blob([support]) };
}

/** Compiled while streaming from the response: only then the browser caches the machine code. */
async function compiled(count: (bytes: number) => void): Promise<WebAssembly.Module> {
  const answer = await answerOf(files.program);
  const program = await WebAssembly.compileStreaming(answer);
  count(files.program.bytes);
  return program;
}

async function contentOf(file: File, count: (bytes: number) => void): Promise<ArrayBuffer> {
  const { body } = await answerOf(file);
  const content = new Uint8Array(file.bytes);
  let at = 0;
  for await (const chunk of body ?? []) {
    content.set(chunk, at);
    at += chunk.byteLength;
    count(chunk.byteLength);
  }
  if (at !== file.bytes) throw new Error(`${file.address} is incomplete: ${at} of ${file.bytes} bytes.`);
  return content.buffer;
}

async function answerOf({ address }: File): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be loaded: ${answer.status}`);
  return answer;
}

function counter(total: number, onArrived: ArrivalListener): (bytes: number) => void {
  let arrived = 0;
  let said = 0;
  return (bytes) => {
    arrived += bytes;
    const part = Math.floor((100 * arrived) / total) / 100;
    if (part > said) onArrived(part);
    said = part;
  };
}
