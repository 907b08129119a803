/** Which column of the file was taken for what, and which were not. */
export function ColumnList({
  matched,
  ignored,
}: {
  matched: ReadonlyArray<{ label: string; heading: string }>
  ignored: readonly string[]
}) {
  return (
    <>
      <p>
        {matched.length === 1 ? 'One column is used: ' : `${matched.length} columns are used: `}
        {matched.map(({ label, heading }) => (heading === label ? label : `${heading} as ${label}`)).join(', ')}.
      </p>
      {ignored.length > 0 ? (
        <p className="soft">
          Ignored: {ignored.slice(0, 20).join(', ')}
          {ignored.length > 20 ? ` and ${ignored.length - 20} more` : ''}.
        </p>
      ) : null}
    </>
  )
}
