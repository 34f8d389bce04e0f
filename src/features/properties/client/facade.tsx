import { useId, useMemo } from 'react';
import { drawFacade, drawStreet, type FacadeFormat, type FacadeSubject } from './facade.rules.ts';
import type { Shape } from './facade-layers.ts';
import { SCENE_HEIGHT, type Scene } from './facade-scene.ts';

interface FacadeProps extends FacadeSubject {
  format?: FacadeFormat;
  /** Names the picture for screen readers; without it the picture is decoration. */
  title?: string;
  className?: string;
}

/** The drawn elevation of a property, shown wherever it has no photo. */
export function Facade({
  propertyId,
  propertyType,
  subtype,
  stories,
  units,
  format = 'card',
  title,
  className,
}: FacadeProps) {
  const scene = useMemo(
    () => drawFacade({ propertyId, propertyType, subtype, stories, units }, format),
    [propertyId, propertyType, subtype, stories, units, format],
  );
  const shape = { thumb: 'aspect-4/3', card: 'aspect-16/10', hero: 'aspect-21/9' }[format];
  return (
    <SceneDrawing
      scene={scene}
      title={title}
      className={className ?? `block w-full ${shape}`}
      fading={false}
    />
  );
}

interface StreetProps {
  properties: readonly FacadeSubject[];
  title?: string;
  className?: string;
}

/** Several properties in a row; the sky fades into the page above. */
export function Street({ properties, title, className = 'block h-44 w-full sm:h-auto' }: StreetProps) {
  const scene = useMemo(() => drawStreet(properties), [properties]);
  return <SceneDrawing scene={scene} title={title} className={className} fading />;
}

interface SceneDrawingProps {
  scene: Scene;
  title: string | undefined;
  className: string;
  fading: boolean;
}

function SceneDrawing({ scene, title, className, fading }: SceneDrawingProps) {
  const id = useId();
  const { width, sky, shapes, lights, sun, moon } = scene;
  const wholeScene = `M0 0h${width}v${SCENE_HEIGHT}H0z`;
  return (
    <svg
      viewBox={`0 0 ${width} ${SCENE_HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      className={className}
      role="img"
      aria-label={title}
      aria-hidden={title === undefined}
    >
      <linearGradient id={`${id}d`} x2="0" y2="1">
        <stop stopColor={fading ? `${sky.top}00` : sky.top} />
        <stop offset=".85" stopColor={sky.bottom} />
      </linearGradient>
      <linearGradient id={`${id}n`} x2="0" y2="1">
        <stop stopColor={fading ? '#121816d9' : '#0a1a24cc'} />
        <stop offset=".8" stopColor="#10262c80" />
      </linearGradient>
      <path fill={`url(#${id}d)`} d={wholeScene} />
      <g fill={sky.sun} className="dark:opacity-0">
        <circle cx={sun[0]} cy={sun[1]} r="46" opacity=".33" />
        <circle cx={sun[0]} cy={sun[1]} r="24" />
      </g>
      <Shapes shapes={shapes} />
      <g className="opacity-0 dark:opacity-100">
        <path fill={`url(#${id}n)`} d={wholeScene} />
        <circle fill="#f6ecd0" cx={moon[0]} cy={moon[1]} r="11" />
      </g>
      <g className={sky.evening ? 'opacity-70 dark:opacity-100' : 'opacity-0 dark:opacity-100'}>
        <Shapes shapes={lights} />
      </g>
    </svg>
  );
}

function Shapes({ shapes }: { shapes: readonly Shape[] }) {
  return shapes.map(({ style, d }) => <path key={d} {...style} d={d} />);
}
