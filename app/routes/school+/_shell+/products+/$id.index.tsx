import { PlainText } from '~/components/notices/plain-text'
import { Badge } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { showLoader } from '~/kit/pages/show.server'
import { shownTable, showPage } from '~/kit/pages/show-page'
import { priceText } from '~/models/money/shop/office-words'
import { listPictures } from '~/models/money/shop/pictures.server'
import { products } from '~/models/money/shop/products.server'
import { rateText } from '~/models/money/shop/rules'

type Shown = Awaited<ReturnType<typeof loader>>

export const handle = pageTitle<Shown>(({ product }) => product.name)

export const loader = showLoader({ may: 'products:view', find: products.find }, async (thing, { scope, may }) => {
  const { id, ...product } = thing
  const pictures = (await listPictures(scope, id)).map(({ fileId: _row, ...picture }) => picture)
  return { product, pictures, mayEdit: may('products:edit') }
})

export default showPage<typeof loader>(({ product, pictures, mayEdit }) => {
  const { publicId: id, name, isActive, variants, lowStockAt } = product
  const offered = variants.filter((one) => one.isActive)
  return {
    title: name,
    context: <Badge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Offered in the store' : 'Not offered'}</Badge>,
    action: mayEdit && { label: 'Edit', href: schoolPaths.editProduct(id), variant: 'next' },
    parts: [
      {
        title: 'Product',
        facts: {
          'Price, with tax': priceText(product),
          'GST included in the price': product.taxBasisPoints === 0 ? 'None' : rateText(product.taxBasisPoints),
          'HSN code': product.hsnCode,
          'Low stock level': lowStockAt,
        },
        content: product.description ? <PlainText text={product.description} /> : null,
      },
      {
        title: 'Stock',
        aside: { label: mayEdit ? 'Change stock' : 'History', href: schoolPaths.productStock(id) },
        intro: (
          <p className="soft">{`${offered.reduce((sum, one) => sum + one.stock, 0)} pieces can still be sold.`}</p>
        ),
        content: shownTable({
          caption: 'Sizes of the product',
          rows: variants,
          columns: [
            { label: 'Size', role: 'title', value: (row) => (row.label === '' ? 'One size' : row.label) },
            { label: 'In stock', align: 'end', value: 'stock' },
            { label: 'In open orders', align: 'end', value: 'reserved' },
            { label: 'Status', cell: (row) => stockBadge(row, lowStockAt) },
          ],
        }),
      },
      {
        title: 'Pictures',
        aside: mayEdit && {
          label: pictures.length > 0 ? 'Change pictures' : 'Add pictures',
          href: schoolPaths.productPictures(id),
        },
        content:
          pictures.length > 0 ? (
            <p>
              {pictures.map((picture, index) => (
                <a key={picture.storageKey} href={paths.file(picture.storageKey)}>
                  <img src={paths.file(picture.thumbnailKey)} alt={`${name} (${index + 1})`} height="120" />
                </a>
              ))}
            </p>
          ) : (
            <p>None yet. The store shows the product without a picture.</p>
          ),
      },
    ],
    footer: mayEdit && [{ label: 'Delete product', href: schoolPaths.deleteProduct(id) }],
  }
})

function stockBadge({ isActive, stock }: Shown['product']['variants'][number], lowStockAt: number) {
  if (!isActive) return <Badge tone="neutral">Not offered</Badge>
  if (stock === 0) return <Badge tone="bad">Sold out</Badge>
  return stock <= lowStockAt ? <Badge tone="warn">Low</Badge> : <Badge tone="good">Enough</Badge>
}
