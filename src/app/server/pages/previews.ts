import type { Context, Hono } from 'hono';
import type { Renderer } from '#app/browser/render.tsx';
import type { PropertyCard } from '#features/properties/properties.contract.ts';
import { propertyCards, publicPhoto } from '#features/properties/server/index.ts';
import { DAY, SECOND } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { visitor } from '#platform/server/security/caller.ts';
import type { HttpEnv } from '#platform/server/transport/http-env.ts';
import { networkOf } from '#platform/server/transport/network.ts';

const SIZE = { width: 1200, height: 630 };
const MAX_CACHED_PREVIEWS = 100;
const CACHED = `public, max-age=${DAY / SECOND}`;

type Picture = Promise<Uint8Array<ArrayBuffer>>;

/** The photo of an approved property, or its drawing without one, as the picture that previews of its page show. */
export function mountPreviews(
  app: Hono<HttpEnv>,
  { platform, renderer }: { platform: Platform; renderer: Renderer },
): void {
  const pictures = new Map<string, Picture>();

  /** The picture that `make` makes of what `key` stands for, made once while it is cached. */
  function pictureOf(key: string, make: () => Picture): Picture {
    const known = pictures.get(key);
    if (known) return known;
    const [oldest] = pictures.keys();
    if (pictures.size >= MAX_CACHED_PREVIEWS && oldest !== undefined) pictures.delete(oldest);
    const picture = make();
    pictures.set(key, picture);
    picture.catch(() => pictures.delete(key));
    return picture;
  }

  async function propertyAt(c: Context<HttpEnv>): Promise<PropertyCard | undefined> {
    await platform.limits.consume('procedure', { actor: visitor, ...networkOf(c, platform) });
    const id = Number(/\d+/.exec(c.req.path)?.[0]);
    return (await propertyCards(platform, [id])).get(id);
  }

  app.get('/previews/:file{offering-[1-9][0-9]{0,8}\\.jpg}', async (c) => {
    const property = await propertyAt(c);
    if (!property) return c.text('Not found', 404);
    const readPhoto = await publicPhoto(platform, property);
    if (!readPhoto) return c.redirect(`/previews/offering-${property.id}.png`, 302);
    const bytes = await pictureOf(property.imageUrl ?? '', async () => {
      const { croppedPhoto } = await import('#platform/server/adapters/files/cropped-photo.ts');
      return croppedPhoto(await readPhoto(), SIZE);
    });
    c.header('cache-control', CACHED);
    return c.body(bytes, 200, { 'content-type': 'image/jpeg' });
  });

  app.get('/previews/:file{offering-[1-9][0-9]{0,8}\\.png}', async (c) => {
    const property = await propertyAt(c);
    if (!property) return c.text('Not found', 404);
    const { id, propertyType, subtype, stories, units } = property;
    const drawing = renderer.drawing({ propertyId: id, propertyType, subtype, stories, units });
    const bytes = await pictureOf(drawing, async () => {
      const { pngOf } = await import('#platform/server/adapters/files/drawings.ts');
      return pngOf(drawing, SIZE);
    });
    c.header('cache-control', CACHED);
    return c.body(bytes, 200, { 'content-type': 'image/png' });
  });
}
