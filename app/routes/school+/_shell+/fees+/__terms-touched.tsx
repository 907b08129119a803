import { Alert } from '~/components/ui'
import { formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import type { TermsPreview } from '~/models/money/fees/change-terms.server'

/** Students affected by new dates and amounts. Submitting the form again saves the change that `mark` identifies. */
export function TermsTouched({ touched, mark }: { touched: TermsPreview; mark: string }) {
  const unpaid = touched.reduce((sum, one) => sum + one.unpaid, 0)
  return (
    <Alert tone="warn" title={`Nothing is saved yet: ${counted(unpaid, 'due')} will change`}>
      <input type="hidden" name="unpaid" value={unpaid} />
      <input type="hidden" name="seen" value={mark} />
      <ul>
        {touched.map((one) => (
          <li key={one.title}>
            {`${one.title}: ${termsOf(one.before)} → ${termsOf(one.after)} for ${counted(one.unpaid, 'student')}; `}
            {one.staying === 0
              ? 'no one has paid it.'
              : `${counted(one.staying, 'student')} paid or started to: not changed.`}
          </li>
        ))}
      </ul>
      <p>Concessions are recalculated, and late fines counted from the new date. Press “Save Changes” again to save.</p>
    </Alert>
  )
}

const termsOf = ({ dueOn, amountPaise }: TermsPreview[number]['before']) =>
  `${formatPaise(amountPaise, { style: 'exact' })} by ${formatDay(dueOn, 'en')}`
