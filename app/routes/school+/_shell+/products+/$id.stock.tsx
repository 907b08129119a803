import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Card } from '~/components/ui/card'
import { DataTable } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { parseForm } from '~/http/forms.server'
import { foundOr404, requireStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { redirectWithToast } from '~/http/toast.server'
import { mayStaff } from '~/models/accounts/permissions'
import { formatInstant } from '~/models/shared/calendar'
import { isPublicId } from '~/models/shared/public-id.server'
import { adjustStock, listStockChanges } from '~/models/shop/adjust-stock.server'
import { stockSchema } from '~/models/shop/office-schema'
import { largestStock } from '~/models/shop/options'
import { findProduct } from '~/models/shop/product-queries.server'
import { StockForm } from './__stock-form'

export const handle = pageTitle(() => 'Stock', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'products:view')
  const product = foundOr404(isPublicId(params.id) ? await findProduct(scope, params.id) : null)
  return {
    id: product.publicId,
    name: product.name,
    variants: product.variants.map(({ publicId, label, stock, isActive }) => ({ publicId, label, stock, isActive })),
    changes: await listStockChanges(scope, product.id),
    mayEdit: mayStaff(role, 'products:edit'),
    formKey: randomUUID(),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const id = foundOr404(isPublicId(params.id) ? params.id : null)
  const form = await parseForm(request, stockSchema)
  if (!form.ok) {
    foundOr404(await findProduct(scope, id))
    return form.reply()
  }
  const { form_key, variant, what, quantity, reason } = form.value
  const outcome = await adjustStock(scope, id, {
    variantId: variant,
    changeBy: what === 'received' ? quantity : -quantity,
    reason,
    formKey: form_key,
  })
  if (outcome.ok) return redirectWithToast(schoolPaths.productStock(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'too-few') return form.refuse(null, { quantity: ['There are not that many in stock'] })
  if (outcome.reason === 'too-many') return form.refuse(null, { quantity: [`A size holds at most ${largestStock}`] })
  foundOr404(await findProduct(scope, id))
  return form.refuse(null, { variant: ['Choose the size'] })
}

export default function StockPage() {
  const { id, name, variants, changes, mayEdit, formKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={`Stock of ${name}`}
        context="The pieces that can still be sold. An order reduces the stock when it is placed."
      />
      <div className="stack">
        {mayEdit ? (
          <StockForm
            // What was counted in is not counted in again.
            key={formKey}
            lastResult={lastResult}
            variants={variants}
            formKey={formKey}
            backHref={schoolPaths.product(id)}
          />
        ) : null}
        <Card title="What the office changed">
          {changes.length === 0 ? (
            <p>Nothing yet. Pieces that are received or lost will be listed here.</p>
          ) : (
            <DataTable
              caption="Changes of the stock, the newest first"
              rows={changes}
              rowKey={(row) => row.id}
              columns={[
                { key: 'at', label: 'When', role: 'title', cell: (row) => formatInstant(row.createdAt, 'en') },
                { key: 'size', label: 'Size', cell: (row) => row.label || 'One size' },
                {
                  key: 'change',
                  label: 'Change',
                  align: 'end',
                  cell: (row) => (row.changeBy > 0 ? `+${row.changeBy}` : `−${-row.changeBy}`),
                },
                { key: 'after', label: 'Stock after that', align: 'end', cell: (row) => row.stockAfter },
                { key: 'reason', label: 'Reason', cell: (row) => row.reason ?? '–' },
                { key: 'by', label: 'By', cell: (row) => row.madeBy },
              ]}
            />
          )}
        </Card>
      </div>
    </>
  )
}
