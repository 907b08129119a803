import { Fragment } from 'react'
import { DefinitionList } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { creating } from '~/kit/pages/form.server'
import { formPage } from '~/kit/pages/form-page'
import { formatPaise } from '~/models/core/shared/money'
import { cashClosingForm } from '~/models/money/ledger/counter/cash-closing-fields'
import { cashInHand, closeCash } from '~/models/money/ledger/counter/cash-closings.server'

export const handle = pageTitle(() => 'Cash closing', { hasForm: true })

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })

const page = creating({
  may: 'fees:collect',
  form: cashClosingForm,
  more: (_, scope) => cashInHand(scope),
  create: (scope, formKey, values) => closeCash(scope, formKey, values),
  refusals: {
    'cash-moved': ({ cashPaise }: { cashPaise: number }) =>
      `Cash was received or given back since this page was opened: it is ${exact(cashPaise)} now. Count again and send the form again.`,
    'say-why': ({ differencePaise }: { differencePaise: number }) => ({
      remarks: `${exact(Math.abs(differencePaise))} too ${differencePaise < 0 ? 'little' : 'much'} is counted. Count again, or enter the reason`,
    }),
    'more-than-counted': { handedOverPaise: 'This is more than the cash counted' },
    'say-to-whom': { handedTo: 'Enter who received it' },
  },
  created: () => schoolPaths.cashClosings,
  message: 'Your cash is closed.',
})
export const loader = page.loader
export const action = page.action

export default formPage<typeof loader>({
  form: cashClosingForm,
  title: 'Cash closing',
  context: 'Count the cash in hand. Later entries go into your next closing.',
  submit: 'Cash closing',
  cancelHref: schoolPaths.cashClosings,
  known: ({ more: { openingPaise, cashPaise } }) => ({
    shownPaise: {
      row: ([shown]) => (
        <Fragment key="shown">
          <DefinitionList items={inHand(openingPaise, cashPaise)} />
          <input type="hidden" name={shown?.name} value={cashPaise} />
        </Fragment>
      ),
    },
    openingPaise: openingPaise === null ? {} : null,
  }),
})

/** Lines of the expected cash in hand; without an opening balance, only the cash received less refunds. */
function inHand(openingPaise: number | null, cashPaise: number) {
  const cash = { label: 'Cash received less refunds', value: exact(cashPaise) }
  if (openingPaise === null) return [cash]
  return [
    { label: 'Opening balance', value: exact(openingPaise) },
    cash,
    { label: 'Expected cash', value: <strong>{exact(openingPaise + cashPaise)}</strong> },
  ]
}
