import { drawFacade, type FacadeSubject } from './facade.rules.ts';
import type { Shape } from './facade-layers.ts';
import { SCENE_HEIGHT } from './facade-scene.ts';

/** The drawn elevation of a property by day, as a separate file. */
export function facadeSvg(subject: FacadeSubject): string {
  const { width, sky, shapes, lights, sun } = drawFacade(subject, 'hero');
  const [x, y] = sun;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${SCENE_HEIGHT}">`,
    `<linearGradient id="day" x2="0" y2="1"><stop stop-color="${sky.top}"/>`,
    `<stop offset=".85" stop-color="${sky.bottom}"/></linearGradient>`,
    `<path fill="url(#day)" d="M0 0h${width}v${SCENE_HEIGHT}H0z"/>`,
    `<circle fill="${sky.sun}" cx="${x}" cy="${y}" r="46" opacity=".33"/>`,
    `<circle fill="${sky.sun}" cx="${x}" cy="${y}" r="24"/>`,
    pathsOf(shapes),
    sky.evening ? `<g opacity=".7">${pathsOf(lights)}</g>` : '',
    '</svg>',
  ].join('');
}

const attributes = {
  fill: 'fill',
  stroke: 'stroke',
  strokeWidth: 'stroke-width',
  strokeDasharray: 'stroke-dasharray',
} as const;

function pathsOf(shapes: readonly Shape[]): string {
  return shapes.map(({ style, d }) => `<path${styleText(style)} d="${d}"/>`).join('');
}

function styleText(style: Shape['style']): string {
  const names = Object.keys(attributes) as (keyof typeof attributes)[];
  return names
    .filter((name) => style[name] !== undefined)
    .map((name) => ` ${attributes[name]}="${style[name]}"`)
    .join('');
}
