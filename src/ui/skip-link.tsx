export function SkipLink({ target = 'main', children = 'Skip to main content' }) {
  return (
    <a href={`#${target}`} className="skip-link">
      {children}
    </a>
  );
}
