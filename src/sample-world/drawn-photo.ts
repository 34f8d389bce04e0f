/** Colors of a drawing, as red, green and blue. */
const SKY = [205, 222, 230];
const LAWN = [146, 171, 128];
const WALL = [214, 196, 170];
const ROOF = [122, 84, 66];
const GLASS = [86, 112, 128];
const DOOR = [92, 70, 54];
const palette = [SKY, LAWN, WALL, ROOF, GLASS, DOOR];

const WIDTH = 320;
const HEIGHT = 200;
const GROUND = 160;
const EAVES = 80;
const LEFT = 60;
const RIGHT = 260;

/** Place in the palette of a pixel: a house with a roof, rows of windows and a door. */
function colorAt(x: number, y: number, storeys: number): number {
  if (y >= GROUND) return palette.indexOf(LAWN);
  if (y < EAVES) {
    const inset = (EAVES - y) * 2;
    return y > 40 && x > LEFT - 12 + inset && x < RIGHT + 12 - inset ? palette.indexOf(ROOF) : 0;
  }
  if (x < LEFT || x >= RIGHT) return 0;
  if (y > GROUND - 34 && Math.abs(x - (LEFT + RIGHT) / 2) < 12) return palette.indexOf(DOOR);
  const storey = (GROUND - EAVES) / storeys;
  const inStorey = (y - EAVES) % storey;
  const isWindow = (x - LEFT) % 40 > 12 && (x - LEFT) % 40 < 30 && inStorey > storey * 0.25;
  return palette.indexOf(isWindow && inStorey < storey * 0.7 ? GLASS : WALL);
}

/** Each row begins with the mark of an unfiltered one. */
function pixels(storeys: number): Uint8Array {
  return Uint8Array.from({ length: (WIDTH + 1) * HEIGHT }, (_, at) => {
    const x = (at % (WIDTH + 1)) - 1;
    return x < 0 ? 0 : colorAt(x, Math.floor(at / (WIDTH + 1)), storeys);
  });
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xed_b8_83_20 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

const checksum = (bytes: Uint8Array) =>
  ~bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), ~0);

const bytesOf = (number: number) => {
  const four = new DataView(new ArrayBuffer(4));
  four.setInt32(0, number);
  return new Uint8Array(four.buffer);
};

function joined(...parts: (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = joined(new TextEncoder().encode(name), content);
  return joined(bytesOf(content.length), named, bytesOf(checksum(named)));
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A small drawing of a house as a PNG, in place of the photo that a made-up property cannot have. */
export async function drawnPhoto(storeys: number): Promise<Uint8Array> {
  const eightBitPalette = [8, 3, 0, 0, 0];
  return joined(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', joined(bytesOf(WIDTH), bytesOf(HEIGHT), eightBitPalette)),
    chunk('PLTE', Uint8Array.from(palette.flat())),
    chunk('IDAT', await packed(joined(pixels(storeys)))),
    chunk('IEND', new Uint8Array()),
  );
}
