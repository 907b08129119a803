type ChipsProps = { label: string; chips: readonly string[] }

/** Short labels side by side: features of a hostel or a room. */
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
