import { expect, expectTitle, field, fill, flow, follow, isPost, type Page, press, whileHeld } from '../e2e/base'
import { asStaff } from '../e2e/people'
import { makeEnrollment } from '../factories/academics'
import { pagesOfPdf, wordsOfPdf } from '../factories/pdf-words'
import { picture } from '../factories/pictures'
import { readRow } from '../factories/read'
import { makeSchool, makeStaff } from '../factories/school'
import { makeOrder, makeProduct, payOrder, seenLine } from '../factories/shop'
import { makeStudent } from '../factories/student'

async function makeStore() {
  const school = await makeSchool()
  const owner = await makeStaff(school)
  const student = await makeStudent(school, { firstName: 'Nirav', lastName: 'Mehta' })
  await makeEnrollment(student, { rollNumber: 4 })
  return { school, owner, student }
}

/** Returns the text of a PDF that a link of the page opens. */
async function pdfOf(page: Page, link: string | RegExp): Promise<string> {
  const href = await page.getByRole('link', { name: link }).getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/pdf')
  const file = await answer.body()
  expect(pagesOfPdf(file)).toBe(1)
  return wordsOfPdf(file)
}

flow(
  'the office adds a product with sizes and a picture; an order is packed, paid and handed over with its invoice',
  async ({ page, context, mode }) => {
    const { school, owner, student } = await makeStore()
    await asStaff(context, owner)
    await page.goto('/school/products')
    await expect(page.getByText('No product yet')).toBeVisible()
    await follow(page, 'Add product')
    await fill(page, { Price: '450', 'Sale price': '500' })
    await fill(page.getByRole('group', { name: 'Size 1' }), { Size: '28', Stock: '4' })
    await fill(page.getByRole('group', { name: 'Size 2' }), { Size: '28', Stock: 'many' })
    await press(page, 'Create product')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Product name is required')
    await fill(page, { 'Product name': 'School shirt' })
    await press(page, 'Create product')
    await expect(alert).toContainText('The sale price must be below the price')
    await expect(alert).toContainText('This size is already listed above')
    await expect(alert).toContainText('Enter how many there are')
    // All input is kept, and rows can be added and removed.
    await expect(field(page, 'Price')).toHaveValue('450')
    await page.getByRole('button', { name: 'Remove size 3' }).click()
    if (mode === 'light') await press(page, 'Add another size')
    else {
      // The rows are disabled until the response, which re-renders them: input in between would be lost.
      const size = page.getByRole('group', { name: 'Size 2' })
      await expect(field(size, 'Stock')).toBeEnabled()
      await whileHeld(
        page,
        isPost,
        () => page.getByRole('button', { name: 'Add another size' }).click(),
        () => expect(field(size, 'Stock')).toBeDisabled(),
      )
    }
    await fill(page, { 'Sale price': '400', 'HSN code': '6205' })
    await field(page, 'GST included in the price').selectOption('5 %')
    await fill(page.getByRole('group', { name: 'Size 2' }), { Size: '30', Stock: '9' })
    await press(page, 'Create product')
    await expect(page.getByText('Created!')).toBeVisible()
    await expectTitle(page, 'School shirt')

    await follow(page, 'Add pictures')
    const chooser = field(page, 'New pictures')
    await chooser.setInputFiles({ name: 'shirt.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await press(page, 'Save Changes')
    await expect(alert).toContainText('Please upload an image file')
    const [red, blue] = [await picture(600, 600, '#a04040').png().toBuffer(), await picture().jpeg().toBuffer()]
    await chooser.setInputFiles([
      { name: 'red.png', mimeType: 'image/png', buffer: red },
      { name: 'blue.jpg', mimeType: 'image/jpeg', buffer: blue },
    ])
    await press(page, 'Save Changes')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.getByRole('img', { name: 'School shirt (2)' })).toBeVisible()
    await follow(page, 'Change pictures')
    await page.getByLabel('Remove picture 1').check()
    await press(page, 'Save Changes')
    await expect(page.getByRole('img', { name: 'School shirt (1)' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'School shirt (2)' })).toHaveCount(0)

    const size = await readRow<{ publicId: string }>(
      `SELECT v.public_id AS publicId FROM product_variants v WHERE v.school_id = :id AND v.label = '30'`,
      { id: school.id },
    )
    const line = { variantId: size?.publicId ?? '', quantity: 2, unitPricePaise: 400_00 }
    const { orderId } = await makeOrder(student, [line])
    await page.goto('/school/orders?paid=no&method=cod')
    await follow(page, /^20\d\d-\d\d\/000001$/)
    await expect(page.locator('#main')).toContainText('₹800.00 is still due.')
    await follow(page, 'Pack')
    await expect(page.locator('#main')).toContainText('2 × School shirt (30)')
    await press(page, 'Packed')
    await expect(page.getByText('Packed!')).toBeVisible()
    const slip = await pdfOf(page, 'Packing slip (PDF)')
    expect(slip).toContain('Nirav Mehta')
    expect(slip).not.toContain('₹')
    await follow(page, 'Hand over')
    await fill(page, { 'Handed over to': '' })
    await page.getByLabel('UPI').check()
    await press(page, 'Collect ₹800.00 and hand over')
    await expect(alert).toContainText('Enter who collects it')
    await fill(page, { 'Handed over to': 'His mother' })
    await press(page, 'Collect ₹800.00 and hand over')
    await expect(alert).toContainText('Enter the UPI reference')
    await fill(page, { Reference: `UPI-${orderId}` })
    await press(page, 'Collect ₹800.00 and hand over')
    await expect(page.getByText('Handed over!')).toBeVisible()
    await expect(page.locator('#main')).toContainText('to His mother')
    await expect(page.locator('#main')).toContainText('No dues for it.')
    await expect(page.getByRole('link', { name: 'Receipt (PDF)' })).toBeVisible()
    const invoice = await pdfOf(page, 'Invoice (PDF)')
    for (const said of ['Nirav Mehta', 'School shirt', '₹800.00', `UPI`]) expect(invoice).toContain(said)
    await page.goto(`/school/orders/${orderId}/cancellation`)
    await expect(alert).toContainText('It has been handed over or cancelled already.')
  },
)

flow('a paid order is cancelled and refunded', async ({ page, context, another }) => {
  const { school, owner, student } = await makeStore()
  const clerk = await makeStaff(school, { role: 'office' })
  const product = await makeProduct(school, { name: 'Tie', stock: 3 })
  const order = await makeOrder(student, [seenLine(product)])
  await payOrder(school, order, 250_00)
  const desk = await another()
  await asStaff(desk.context(), clerk)
  await desk.goto(`/school/orders/${order.orderId}/cancellation`)
  await expect(desk.getByRole('alert')).toContainText('Ask the owner or accounts.')

  await asStaff(context, owner)
  await page.goto(`/school/orders/${order.orderId}`)
  await follow(page, 'Cancel order')
  await expect(page.locator('#main')).toContainText('₹250.00 was paid at the office and is refunded there.')
  await press(page, 'Cancel the order and refund')
  await expect(page.getByRole('alert')).toContainText('Enter the reason')
  await fill(page, { Reason: 'Not made any more', 'Refund reference': 'To the father' })
  await press(page, 'Cancel the order and refund')
  await expect(page.getByText('Cancelled!')).toBeVisible()
  await expect(page.getByText('₹250.00 will be refunded.')).toBeVisible()
  await expect(page.locator('#main')).toContainText('Refunded')
  await expect(page.locator('#main')).toContainText('Not made any more')
  await expect(page.locator('#main')).toContainText('No dues for it.')
  await page.goto('/school/products')
  await expect(page.locator('tbody')).toContainText('3')
  expect(await pdfOf(await reopened(page, order.orderId), 'Invoice (PDF)')).toContain('no longer valid')
})

async function reopened(page: Page, orderId: string): Promise<Page> {
  await page.goto(`/school/orders/${orderId}`)
  return page
}

flow(
  'the office writes off stock, sees a product run low, deactivates an ordered product and changes the store settings',
  async ({ page, context }) => {
    const { school, owner, student } = await makeStore()
    const product = await makeProduct(school, { name: 'Atlas', stock: 8 })
    await makeOrder(student, [seenLine(product)])
    await asStaff(context, owner)
    await page.goto(`/school/products/${product.publicId}`)
    await follow(page, 'Change stock')
    await page.getByLabel('Lost or damaged').check()
    await fill(page, { 'How many': '9' })
    await press(page, 'Change stock')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Enter what happened to the pieces')
    await fill(page, { 'Reason or supplier': 'Wet in the rain' })
    await press(page, 'Change stock')
    await expect(alert).toContainText('There are not that many in stock')
    await fill(page, { 'How many': '4' })
    await press(page, 'Change stock')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.locator('tbody')).toContainText('Wet in the rain')
    await page.goto('/school')
    await expect(page.getByRole('link', { name: '1 order to pack' })).toBeVisible()
    await follow(page, '1 product low in stock')
    await expect(page.locator('tbody')).toContainText('Atlas')
    await follow(page, 'Atlas')
    await follow(page, 'Delete product')
    await expect(alert).toContainText('It has been ordered')
    await press(page, 'Deactivate')
    await expect(page.getByText('It is no longer offered.')).toBeVisible()

    await page.goto('/school/settings')
    await page.getByRole('link', { name: 'Change the store settings' }).click()
    await fill(page, { 'Collect at school': 'Room 3, at noon', GSTIN: '24AAACC1206D1ZX' })
    await press(page, 'Save Changes')
    await expect(alert).toContainText('This is not a valid GSTIN')
    await fill(page, { GSTIN: '24AAACC1206D1ZM' })
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('24AAACC1206D1ZM')
    await expect(page.locator('#main')).toContainText('Room 3, at noon')
  },
)
