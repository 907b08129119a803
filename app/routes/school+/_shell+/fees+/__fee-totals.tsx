import { useEffect, useRef, useState } from 'react'
import { DefinitionList } from '~/components/ui'
import { formatPaise, parseRupees } from '~/models/core/shared/money'
import { type FeeDraft, readDraft } from '~/models/money/fees/draft'

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
const sumOf = (rows: ReadonlyArray<{ amount: string }>) =>
  rows.reduce((so, { amount }) => so + (parseRupees(amount) ?? 0), 0)

/** Totals of heads and instalments, and their difference: as submitted or, with JavaScript, as typed. */
export function FeeTotals({ draft }: { draft: FeeDraft }) {
  const box = useRef<HTMLDivElement>(null)
  const [now, setNow] = useState(draft)
  useEffect(() => {
    setNow(draft)
    const form = box.current?.closest('form')
    if (!form) return
    const count = () => setNow(readDraft(new FormData(form)))
    form.addEventListener('input', count)
    return () => form.removeEventListener('input', count)
  }, [draft])
  const heads = sumOf(now.heads)
  const instalments = sumOf(now.instalments)
  return (
    <div ref={box} role="status">
      <DefinitionList
        items={[
          { label: 'Heads', value: exact(heads) },
          { label: 'Instalments', value: exact(instalments) },
        ]}
      />
      <p className={heads === instalments ? 'soft small' : 'small'}>{difference(heads - instalments)}</p>
    </div>
  )
}

function difference(paise: number): string {
  if (paise === 0) return 'Heads and instalments agree.'
  return paise > 0
    ? `${exact(paise)} is not yet in an instalment.`
    : `The instalments are ${exact(-paise)} more than the heads.`
}
