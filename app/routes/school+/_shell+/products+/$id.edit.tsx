import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { foundOr404, lockOf, parseFields, readForm, redirectWithToast, requireStaff } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { addressIdsOf } from '~/kit/pages/form.server'
import { productSchema } from '~/models/money/shop/product-schema.server'
import { products } from '~/models/money/shop/products.server'
import { ProductForm } from './__product-form'
import { labelErrors, productDifferences, productValues, reshaped } from './__product-form.server'

export const handle = pageTitle(() => 'Edit product', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const product = foundOr404(await products.find(scope, addressIdsOf(params)))
  const { publicId, name, version } = product
  return { id: publicId, name, version, values: productValues(product) }
}

const labelTaken =
  'This size is too similar to another size of the product, or to one that was sold before and is kept. To offer the earlier size again, remove this row and add that size again.'

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:edit')
  const id = addressIdsOf<string>(params)
  const find = async () => foundOr404(await products.find(scope, id))
  const body = await readForm(request)
  const lock = lockOf(body, await find(), (now) => productDifferences(now, body))
  const rows = reshaped(body)
  if (rows) return data(lock.answer(rows).data)
  const read = parseFields(body, productSchema, {})
  if (!read.ok) return lock.answer(read.reply())
  const outcome = await products.update(scope, id, lock.version, read.value)
  if (outcome.ok) return redirectWithToast(schoolPaths.product(id), { type: 'success', title: 'Updated!' })
  if (outcome.reason === 'not-found') return foundOr404(null)
  if (outcome.reason === 'changed') {
    return lock.answer(read.refuse('Another person saved this product since you opened it'), await find())
  }
  if (outcome.reason === 'label-taken') {
    return lock.answer(read.refuse(null, labelErrors(body, outcome.label, labelTaken)))
  }
  if (outcome.reason === 'name-taken') {
    return lock.answer(read.refuse(null, { name: ['A product with this name already exists'] }))
  }
  return lock.answer(read.refuse('A size was removed by another person in the meantime. Open the page again.'))
}

export default function EditProductPage() {
  const opened = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={`Edit ${opened.name}`} />
      <ProductForm
        opened={opened}
        answer={useActionData<typeof action>()}
        cancelHref={schoolPaths.product(opened.id)}
      />
    </>
  )
}
