import { Form } from '@remix-run/react'
import { Alert, SubmitButton } from '~/components/ui'
import { formatPaise } from '~/models/core/shared/money'
import type { PayerWithDues } from '~/models/money/ledger/counter/find-payers.server'

type UseCreditProps = {
  creditPaise: number
  dues: ReadonlyArray<Pick<PayerWithDues['dues'][number], 'id' | 'name' | 'title' | 'balancePaise'>>
  chosen: readonly string[]
}

/** Student's credit, with a button that uses it for the ticked dues. */
export function UseCredit({ creditPaise, dues, chosen }: UseCreditProps) {
  const ticked = dues.filter((due) => chosen.includes(due.id))
  const owed = ticked.reduce((sum, due) => sum + due.balancePaise, 0)
  const usable = Math.min(creditPaise, owed)
  return (
    <Alert tone="info" title={`${exact(creditPaise)} of credit is kept for this student`}>
      {usable > 0 ? (
        <Form method="post">
          {ticked.map((due) => (
            <input key={due.id} type="hidden" name="due" value={due.id} />
          ))}
          <input type="hidden" name="credit_paise" value={usable} />
          <p>{`For ${ticked.map((due) => `${due.name} · ${due.title}`).join('; ')}`}</p>
          <SubmitButton busyText="Saving..." variant="secondary">{`Use ${exact(usable)} of the credit`}</SubmitButton>
        </Form>
      ) : (
        <p>It can be used for the next fee, or refunded from the page of its payment.</p>
      )}
    </Alert>
  )
}

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
