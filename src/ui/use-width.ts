import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element, followed; zero until it is measured. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
