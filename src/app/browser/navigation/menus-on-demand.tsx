import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fullName } from '#kernel/person.ts';
import type { CurrentUser } from '#platform/browser/session.ts';
import { showNotOpened } from '#ui/toast.ts';
import { avatarClass, initialsOf, menuButtonClass } from './session-parts.tsx';

const importMenus = () => import('./desktop-menus.tsx');
type Menus = Awaited<ReturnType<typeof importMenus>>;

/** The placeholder of a menu's button until it is used: it looks and is named the same. */
interface StandIn {
  name?: string;
  face: ReactNode;
  className: string;
}

/**
 * The code of the menus is a fifth of the code of a page, so it is loaded when someone reaches for a menu. The menu's
 * own button then replaces the placeholder that was used, and is opened by key.
 */
function OnDemand(props: { standIns: readonly StandIn[]; children: (menus: Menus) => ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  const [menus, setMenus] = useState<Menus | null>(null);
  const [used, setUsed] = useState<number | null>(null);

  useEffect(() => {
    if (menus === null || used === null) return;
    const button = place.current?.querySelectorAll('button')[used];
    setUsed(null);
    button?.focus();
    button?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, [menus, used]);

  function use(at: number) {
    setUsed(at);
    importMenus().then(
      (loaded) => setMenus(loaded),
      () => {
        setUsed(null);
        showNotOpened();
      },
    );
  }
  const prepare = () => void importMenus().catch(() => undefined);

  return (
    <span ref={place} className="contents">
      {menus
        ? props.children(menus)
        : props.standIns.map(({ name, face, className }, at) => (
            <button
              key={className + String(at)}
              type="button"
              aria-label={name}
              aria-haspopup="menu"
              aria-expanded={false}
              className={className}
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => use(at)}
              onKeyDown={({ key }) => {
                if (key === 'ArrowDown') use(at);
              }}
            >
              {face}
            </button>
          ))}
    </span>
  );
}

/** The menus by their names only: their links and icons are loaded with them. */
const sectionStandIns = ['Investor', 'Owner', 'Admin'].map((menu) => ({
  face: (
    <>
      {menu}
      <ChevronDown size={15} className="opacity-70" aria-hidden="true" />
    </>
  ),
  className: menuButtonClass,
}));

export function SectionMenus() {
  return <OnDemand standIns={sectionStandIns}>{(menus) => <menus.SectionMenus />}</OnDemand>;
}

export function AccountMenu({ user }: { user: CurrentUser }) {
  const name = `Your account, ${fullName(user)}`;
  return (
    <OnDemand standIns={[{ name, face: initialsOf(user), className: avatarClass }]}>
      {(menus) => <menus.AccountMenu user={user} />}
    </OnDemand>
  );
}
