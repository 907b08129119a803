type TabsProps = {
  /** What the tabs choose between, for screen readers. */
  label: string
  tabs: ReadonlyArray<{ href: string; label: string; current: boolean }>
}

/** Tabs are links to pages of their own address (`?tab=`); they wrap on a phone instead of scrolling out of sight. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label}>
      <ul className="tabs">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <a href={tab.href} aria-current={tab.current ? 'page' : undefined}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
