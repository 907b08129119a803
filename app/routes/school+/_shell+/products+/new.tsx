import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { formKeyOf, parseFields, type Reply, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { productSchema } from '~/models/money/shop/product-schema.server'
import { products } from '~/models/money/shop/products.server'
import { ProductForm } from './__product-form'
import { labelErrors, productValues, reshaped } from './__product-form.server'

export const handle = pageTitle(() => 'Add product', { hasForm: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireStaff(context, request, 'products:edit')
  return { values: productValues(), formKey: randomUUID() }
}

const labelTaken = 'This size is too similar to another one. Name them differently.'

export async function action({ context, request }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const body = await readForm(request)
  const answer = ({ data: result, init }: Reply) => data({ result, conflict: null }, init ?? undefined)
  const rows = reshaped(body)
  if (rows) return answer(rows)
  const read = parseFields(body, productSchema, {})
  if (!read.ok) return answer(read.reply())
  const outcome = await products.create(scope, formKeyOf(body), read.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.product(outcome.value), { type: 'success', title: 'Created!' })
  if (outcome.reason === 'label-taken') return answer(read.refuse(null, labelErrors(body, outcome.label, labelTaken)))
  return answer(read.refuse(null, { name: ['A product with this name already exists'] }))
}

export default function NewProductPage() {
  return (
    <>
      <PageHead title="Add product" context="Pictures are added once it is saved." />
      <ProductForm
        opened={useLoaderData<typeof loader>()}
        answer={useActionData<typeof action>()}
        cancelHref={schoolPaths.products}
      />
    </>
  )
}
