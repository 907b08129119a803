import { type KeptThing, keepReasons } from '~/models/entry/imports/undo/undo-words'
import { groupedCount } from './__counts'

/** Things that an undo leaves, with the reasons. */
export function KeptThings({ kept, count }: { kept: readonly KeptThing[]; count: number }) {
  if (count === 0) return null
  return (
    <>
      <p>
        <strong>{count === 1 ? 'One thing stays:' : `${groupedCount(count)} things stay:`}</strong>
      </p>
      <ul>
        {kept.map(([label, reason], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two things may have one name.
          <li key={index}>{`${label}: ${keepReasons[reason]}`}</li>
        ))}
      </ul>
      {count > kept.length ? <p className="soft">And {groupedCount(count - kept.length)} more.</p> : null}
    </>
  )
}
