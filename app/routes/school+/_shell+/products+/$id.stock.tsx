import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HiddenKey, useServerForm } from '~/components/forms'
import { FormRows } from '~/components/forms/described-field'
import { OfficeForm } from '~/components/school/office-form'
import { SaveConflict } from '~/components/students/save-conflict'
import { Card, DataTable, PageHead } from '~/components/ui'
import { foundOr404, lockOf, parseFields, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { shownValues } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { addressIdsOf } from '~/kit/pages/form.server'
import { formatInstant } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { stockForm } from '~/models/money/shop/office-fields'
import { maxStock } from '~/models/money/shop/options'
import { products } from '~/models/money/shop/products.server'
import { adjustStock, listStockChanges } from '~/models/money/shop/stock.server'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

export const handle = pageTitle(() => 'Stock', { hasForm: true })

/** Returns the product with the latest changes of its stock; the newest change is the version. */
async function find(scope: SchoolScope, id: string) {
  const product = foundOr404(await products.find(scope, id))
  const changes = await listStockChanges(scope, product.id)
  return { product, changes, version: changes[0]?.id ?? 0 }
}

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'products:view')
  const { product, changes, version } = await find(scope, addressIdsOf(params))
  return {
    id: product.publicId,
    name: product.name,
    variants: product.variants,
    changes,
    version,
    mayEdit: mayStaff(role, 'products:edit'),
    formKey: randomUUID(),
  }
}

const stockSchema = schemaOf(stockForm, ({ what, quantity = 0, reason }, say) => {
  if (quantity > maxStock) say('quantity', `Enter at most ${maxStock}`)
  if (what === 'lost' && reason === null) say('reason', 'Enter what happened to the pieces')
})

const refusals = {
  'too-few': { quantity: ['There are not that many in stock'] },
  'too-many': { quantity: [`The stock of a size can be at most ${maxStock}`] },
  'not-found': { variant: ['Choose the size'] },
}

const signed = (changeBy: number) => (changeBy > 0 ? `+${changeBy}` : `−${-changeBy}`)

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const id = addressIdsOf<string>(params)
  const body = await readForm(request)
  const lock = lockOf(body, await find(scope, id), ({ changes: [last] }) =>
    last ? [`${last.madeBy} changed the stock of ${last.label || 'the product'} by ${signed(last.changeBy)}`] : [],
  )
  const form = parseFields(body, stockSchema, {})
  if (!form.ok) return lock.answer(form.reply())
  const { variant: variantId, what, quantity, ...change } = form.value
  const changeBy = what === 'received' ? quantity : -quantity
  const outcome = await adjustStock(scope, id, { ...change, variantId, changeBy, seenId: lock.version })
  if (outcome.ok) return redirectWithToast(schoolPaths.productStock(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason !== 'changed') return lock.answer(form.refuse(null, refusals[outcome.reason]))
  return lock.answer(form.refuse('Another person changed the stock since you opened it'), await find(scope, id))
}

export default function StockPage() {
  const { id, name, changes, mayEdit, ...form } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Stock of ${name}`}
        context="The pieces that can still be sold. An order reduces the stock when it is placed."
      />
      <div className="stack">
        {mayEdit ? (
          // A new form after each save, so that the same pieces are not added twice.
          <StockForm key={form.formKey} {...form} answer={answer} backHref={schoolPaths.product(id)} />
        ) : null}
        <Card title="Changes by the office">
          {changes.length === 0 ? (
            <p>No changes yet. Pieces received or lost will be listed here.</p>
          ) : (
            <DataTable
              caption="Stock changes, newest first"
              rows={changes}
              rowKey={(row) => row.id}
              columns={[
                { label: 'When', role: 'title', cell: (row) => formatInstant(row.createdAt, 'en') },
                { label: 'Size', cell: (row) => row.label || 'One size' },
                { label: 'Change', align: 'end', cell: (row) => signed(row.changeBy) },
                { label: 'Stock afterwards', align: 'end', cell: (row) => row.stockAfter },
                { label: 'Reason', cell: (row) => row.reason ?? '–' },
                { label: 'By', cell: (row) => row.madeBy },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  )
}

type StockFormProps = Pick<Awaited<ReturnType<typeof loader>>, 'variants' | 'version' | 'formKey'> & {
  answer: ReturnType<typeof useActionData<typeof action>>
  backHref: string
}

/** Form that adds or writes off pieces and never sets the stock, since others sell and count at the same time. */
function StockForm({ variants, version, formKey, answer, backHref }: StockFormProps) {
  const state = useServerForm<Record<string, unknown>>({
    id: stockForm.noun,
    lastResult: answer?.result,
    defaultValue: { ...shownValues(stockForm), variant: variants[0]?.publicId ?? '', version },
  })
  const { fields } = state
  return (
    <OfficeForm state={state} lastResult={answer?.result} submit="Change stock" cancelHref={backHref}>
      {answer?.conflict ? <SaveConflict {...answer.conflict} /> : null}
      <input type="hidden" name="version" value={String(fields.version?.initialValue)} />
      <FormRows
        form={stockForm}
        fields={fields}
        known={{
          formKey: { row: () => <HiddenKey key="key" value={formKey} /> },
          variant: {
            options: variants.map((one) => ({
              value: one.publicId,
              label: `${one.label || 'One size'}: ${one.stock} in stock${one.isActive ? '' : ', not offered'}`,
            })),
          },
          what: {
            options: [
              { value: 'received', label: 'Received', hint: 'New pieces are added to the stock' },
              { value: 'lost', label: 'Lost or damaged', hint: 'Pieces are removed from the stock' },
            ],
          },
        }}
      />
    </OfficeForm>
  )
}
