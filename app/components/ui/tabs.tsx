type TabsProps = {
  label: string
  tabs: ReadonlyArray<{ href: string; label: string; current: boolean }>
}

/** Parts of one page, each with its own address. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
