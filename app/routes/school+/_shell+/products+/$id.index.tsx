import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PlainText } from '~/components/notices/plain-text'
import { Badge, ButtonLink, Card, DataTable, DefinitionList, PageHead } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { openThing } from '~/kit/pages/form.server'
import { priceText } from '~/models/money/shop/office-words'
import { listPictures } from '~/models/money/shop/pictures.server'
import { products } from '~/models/money/shop/products.server'
import { rateText } from '~/models/money/shop/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ product }) => product.name)

export async function loader(args: LoaderFunctionArgs) {
  const { staff, scope, thing } = await openThing(args, { may: 'products:view', find: products.find })
  const { id, ...product } = thing
  const pictures = (await listPictures(scope, id)).map(({ fileId: _row, ...picture }) => picture)
  return { product, pictures, mayEdit: mayStaff(staff.role, 'products:edit') }
}

export default function ProductPage() {
  const { product, pictures, mayEdit } = useLoaderData<typeof loader>()
  const offered = product.variants.filter((one) => one.isActive)
  return (
    <>
      <PageHead
        title={product.name}
        context={
          <Badge tone={product.isActive ? 'good' : 'neutral'}>
            {product.isActive ? 'Offered in the store' : 'Not offered'}
          </Badge>
        }
        action={
          mayEdit ? (
            <ButtonLink href={schoolPaths.editProduct(product.publicId)} variant="next">
              Edit
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="stack">
        <Card title="Product">
          <DefinitionList
            items={[
              { label: 'Price, with tax', value: priceText(product) },
              {
                label: 'GST included in the price',
                value: product.taxBasisPoints === 0 ? 'None' : rateText(product.taxBasisPoints),
              },
              { label: 'HSN code', value: product.hsnCode },
              { label: 'Low stock level', value: product.lowStockAt },
            ]}
          />
          {product.description ? <PlainText text={product.description} /> : null}
        </Card>
        <Card
          title="Stock"
          aside={
            <a className="alone" href={schoolPaths.productStock(product.publicId)}>
              {mayEdit ? 'Change stock' : 'History'}
            </a>
          }
        >
          <p className="soft">{`${offered.reduce((sum, one) => sum + one.stock, 0)} pieces can still be sold.`}</p>
          <DataTable
            caption="Sizes of the product"
            rows={product.variants}
            rowKey={(row) => row.publicId}
            columns={[
              { label: 'Size', role: 'title', cell: (row) => (row.label === '' ? 'One size' : row.label) },
              { label: 'In stock', align: 'end', cell: (row) => row.stock },
              { label: 'In open orders', align: 'end', cell: (row) => row.reserved },
              {
                label: 'Status',
                cell: (row) => {
                  if (!row.isActive) return <Badge tone="neutral">Not offered</Badge>
                  if (row.stock === 0) return <Badge tone="bad">Sold out</Badge>
                  return row.stock <= product.lowStockAt ? (
                    <Badge tone="warn">Low</Badge>
                  ) : (
                    <Badge tone="good">Enough</Badge>
                  )
                },
              },
            ]}
          />
        </Card>
        <Card
          title="Pictures"
          aside={
            mayEdit ? (
              <a className="alone" href={schoolPaths.productPictures(product.publicId)}>
                {pictures.length > 0 ? 'Change pictures' : 'Add pictures'}
              </a>
            ) : undefined
          }
        >
          {pictures.length > 0 ? (
            <p>
              {pictures.map((picture, index) => (
                <a key={picture.storageKey} href={paths.file(picture.storageKey)}>
                  <img src={paths.file(picture.thumbnailKey)} alt={`${product.name} (${index + 1})`} height="120" />
                </a>
              ))}
            </p>
          ) : (
            <p>None yet. The store shows the product without a picture.</p>
          )}
        </Card>
        {mayEdit ? (
          <p className="actions">
            <ButtonLink href={schoolPaths.deleteProduct(product.publicId)} variant="secondary">
              Delete product
            </ButtonLink>
          </p>
        ) : null}
      </div>
    </>
  )
}
