type ChipsProps = { label: string; chips: readonly string[] }

/** A few words side by side: what a hostel or a room has. */
export function Chips({ label, chips }: ChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={label}>
      {chips.map((chip) => (
        <li key={chip}>{chip}</li>
      ))}
    </ul>
  )
}
