import type { Hono } from 'hono';
import type { Renderer } from '#app/browser/render.tsx';
import { propertyCards } from '#features/properties/server/index.ts';
import { DAY, SECOND } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { visitor } from '#platform/server/security/caller.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { networkOf } from '#platform/server/transport/network.ts';

const SIZE = { width: 1200, height: 630 };
const MAX_CACHED_PREVIEWS = 100;

/** The drawing of an approved property, as the picture that previews of its page show. */
export function mountPreviews(
  app: Hono<HttpEnv>,
  { platform, renderer }: { platform: Platform; renderer: Renderer },
): void {
  const drawn = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  function pictureOf(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    const known = drawn.get(svg);
    if (known) return known;
    const [oldest] = drawn.keys();
    if (drawn.size >= MAX_CACHED_PREVIEWS && oldest !== undefined) drawn.delete(oldest);
    const picture = import('#platform/server/adapters/files/drawings.ts').then(({ pngOf }) =>
      pngOf(svg, SIZE),
    );
    drawn.set(svg, picture);
    picture.catch(() => drawn.delete(svg));
    return picture;
  }

  app.get('/previews/:file{offering-[1-9][0-9]{0,8}\\.png}', async (c) => {
    await platform.limits.consume('procedure', { actor: visitor, ...networkOf(c, platform) });
    const id = Number(/\d+/.exec(c.req.param('file'))?.[0]);
    const property = (await propertyCards(platform, [id])).get(id);
    if (!property) return c.text('Not found', 404);
    const { propertyType, subtype, stories, units } = property;
    const drawing = renderer.drawing({ propertyId: id, propertyType, subtype, stories, units });
    const bytes = await pictureOf(drawing);
    c.header('cache-control', `public, max-age=${DAY / SECOND}`);
    return c.body(bytes, 200, { 'content-type': 'image/png' });
  });
}
