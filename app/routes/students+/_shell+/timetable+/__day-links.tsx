type DayLinksProps = {
  label: string
  days: ReadonlyArray<{ day: number; short: string; isToday: boolean }>
}

/** On a phone, where the days stand one below the other: to each of them. */
export function DayLinks({ label, days }: DayLinksProps) {
  return (
    <nav className="tabs days" aria-label={label}>
      {days.map((day) => (
        <a key={day.day} href={`#day-${day.day}`} aria-current={day.isToday ? 'date' : undefined}>
          {day.short}
        </a>
      ))}
    </nav>
  )
}
