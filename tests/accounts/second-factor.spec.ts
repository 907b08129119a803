import { expect, expectTitle, field, fill, flow, follow, mailsTo, type Page, press, pressAndSee } from '../e2e/base'
import { asStaff, officePassword } from '../e2e/people'
import { noteVisitsAt } from '../e2e/visits'
import { freePort, startApp } from '../factories/app'
import { makePasskey } from '../factories/passkeys'
import { makeSchool, makeStaff } from '../factories/school'
import { appCode, makeSecondFactor } from '../factories/second-factor'

async function signIn(page: Page, email: string, site = ''): Promise<void> {
  await page.context().clearCookies({ name: 'school' })
  await page.goto(`${site}/school/login`)
  await fill(page, { Email: email, Password: officePassword })
  await press(page, 'Login')
}

/** Returns the key that the page shows for an app without a camera. */
async function shownKey(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  return ((await page.locator('#main dd').textContent()) ?? '').replace(/\s/g, '')
}

flow(
  'an owner sets two-step sign-in up, signs in with a code and with a recovery code, and turns it off',
  async ({ page, mode }) => {
    const owner = await makeStaff(await makeSchool(), { password: officePassword })
    await signIn(page, owner.email)
    await expectTitle(page, `Welcome, ${owner.name}`)
    await expect(page.getByText('Keep your sign-in safe')).toBeVisible()
    await follow(page, 'Set up two-step sign-in')
    await press(page, 'Begin')
    await expect(page.getByRole('link', { name: 'Current password is required' })).toBeVisible()
    await fill(page, { 'Current password': 'not the password' })
    await press(page, 'Begin')
    await expect(page.getByRole('link', { name: 'Password incorrect' })).toBeVisible()
    await fill(page, { 'Current password': officePassword })
    await press(page, 'Begin')
    await expectTitle(page, 'Add the key to your app')
    const key = await shownKey(page)
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    await fill(page, { Code: '12 34' })
    await press(page, 'Turn on')
    await expect(page.getByRole('link', { name: /^Type the six digits/ })).toBeVisible()
    await expect(field(page, 'Code')).toHaveValue('12 34')
    expect(await shownKey(page)).toBe(key)
    const first = appCode(key)
    await fill(page, { Code: first })
    await pressAndSee(page, mode, 'Turn on', 'Saving...')
    await expectTitle(page, 'Your recovery codes')
    await expect(page.locator('#main li')).toHaveCount(10)
    const codes = await page.locator('#main li').allTextContents()
    await follow(page, 'I have saved them')
    await expectTitle(page, `Welcome, ${owner.name}`)
    await expect(page.getByText('Keep your sign-in safe')).toHaveCount(0)

    await page.goto('/school/account')
    await expect(page.locator('#main')).toContainText('10 recovery codes are left')
    await makePasskey(owner)
    await signIn(page, owner.email)
    await expectTitle(page, 'Two-step sign-in')
    await expect(page.getByText(owner.name)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(mode === 'enhanced' ? 1 : 0)
    // All other pages redirect here.
    for (const address of ['/school', '/school/students', '/school/account', '/school/second-factor/set-up']) {
      await page.goto(address)
      await expectTitle(page, 'Two-step sign-in')
    }
    await press(page, 'Continue')
    await expect(page.getByRole('link', { name: 'Code is required' })).toBeVisible()
    // The previous code was already used.
    await fill(page, { Code: first })
    await press(page, 'Continue')
    await expect(page.getByRole('alert')).toContainText('This code is wrong or has already been used')
    // Enters the next code, which a phone with a fast clock may already show, in Gujarati digits.
    const typed = appCode(key, 1).replace(/\d/g, (digit) => String.fromCharCode(0x0ae6 + Number(digit)))
    await fill(page, { Code: `${typed.slice(0, 3)} ${typed.slice(3)}` })
    await pressAndSee(page, mode, 'Continue', 'Checking...')
    await expectTitle(page, `Welcome, ${owner.name}`)

    await signIn(page, owner.email)
    await fill(page, { Code: (codes[0] ?? '').toLowerCase() })
    await press(page, 'Continue')
    await expect(page.getByText('Recovery codes left: 9')).toBeVisible()
    await page.goto('/school/account')
    await follow(page, 'New recovery codes')
    await fill(page, { 'Current password': officePassword, Code: codes[1] ?? '' })
    await press(page, 'Make new codes')
    await expectTitle(page, 'Your recovery codes')
    const renewed = await page.locator('#main li').allTextContents()
    await follow(page, 'I have saved them')
    await follow(page, 'Turn two-step sign-in off')
    await fill(page, { 'Current password': officePassword, Code: codes[2] ?? '' })
    await press(page, 'Turn off')
    await expect(page.getByRole('alert')).toContainText('This code is wrong')
    await fill(page, { 'Current password': officePassword, Code: renewed[0] ?? '' })
    await press(page, 'Turn off')
    await expect(page.getByText('Two-step sign-in is off.')).toBeVisible()
    await signIn(page, owner.email)
    await expectTitle(page, `Welcome, ${owner.name}`)
  },
)

flow('a school requires two-step sign-in, and a user without it can only set it up', async ({ page, another }) => {
  const school = await makeSchool()
  const owner = await makeStaff(school, { password: officePassword })
  const teacher = await makeStaff(school, { role: 'teacher', password: officePassword })
  const teaching = await another()
  await signIn(teaching, teacher.email)
  await expectTitle(teaching, `Welcome, ${teacher.name}`)
  // Roles without money permissions do not see the offer of two-step sign-in.
  await expect(teaching.getByText('Keep your sign-in safe')).toHaveCount(0)

  await signIn(page, owner.email)
  await expectTitle(page, `Welcome, ${owner.name}`)
  await press(page, 'Not now')
  await expect(page.getByText('Keep your sign-in safe')).toHaveCount(0)
  await expectTitle(page, `Welcome, ${owner.name}`)
  await expect(page.getByText('Keep your sign-in safe')).toHaveCount(0)
  await page.goto('/school/settings')
  await follow(page, 'Change the sign-in of staff')
  await field(page, 'Owner').check()
  await field(page, 'Accounts').check()
  await press(page, 'Save Changes')
  // An owner who requires a second factor of owners must set up their own before anything else.
  await expectTitle(page, 'Set up two-step sign-in')
  for (const address of ['/school', '/school/settings', '/school/account']) {
    await page.goto(address)
    await expectTitle(page, 'Set up two-step sign-in')
    await expect(page.getByText('Your school requires this for your role')).toBeVisible()
  }
  await press(page, 'Begin')
  await fill(page, { Code: appCode(await shownKey(page)) })
  await press(page, 'Turn on')
  await expectTitle(page, 'Your recovery codes')
  await follow(page, 'I have saved them')
  await expectTitle(page, `Welcome, ${owner.name}`)
  await page.goto('/school/settings')
  await expect(page.locator('#main')).toContainText('Owner, Accounts')
  // Other roles continue as before.
  await teaching.goto('/school')
  await expectTitle(teaching, `Welcome, ${teacher.name}`)
})

flow(
  'an owner resets two-step sign-in of a colleague with a lost phone, who is notified by mail',
  async ({ page, context }) => {
    const school = await makeSchool()
    const owner = await makeStaff(school, { name: 'Meenakshi Joshi' })
    const clerk = await makeStaff(school, { name: 'Bhavesh Rana', role: 'accounts', password: officePassword })
    await makeSecondFactor(clerk)
    await asStaff(context, owner)
    await page.goto('/school/staff')
    await follow(page, clerk.name)
    await follow(page, 'Turn off (phone lost)')
    await expectTitle(page, `Turn off two-step sign-in of ${clerk.name}?`)
    await press(page, 'Turn off')
    await expect(page.getByText('Updated!')).toBeVisible()
    await expect(page.getByText('Turn off (phone lost)')).toHaveCount(0)
    await expect.poll(() => mailsTo(clerk.email).length).toBe(1)
    expect(mailsTo(clerk.email)[0]).toContain('Meenakshi Joshi has turned off your two-step sign-in')
    await page.goto('/school/audit')
    await expect(page.locator('tbody tr').first()).toContainText('Second factor taken away')
    await signIn(page, clerk.email)
    await expectTitle(page, `Welcome, ${clerk.name}`)
  },
)

/** Adds a virtual authenticator with user verification to the browser. */
async function giveDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true } as const
  await browser.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, hasResidentKey: true } })
}

/** Starts the portal under a host name: passkeys need one, and all other flows use an IP address. */
async function startUnderName(page: Page) {
  const port = await freePort()
  const site = `http://localhost:${port}`
  noteVisitsAt(site)
  const env = { BASE_URL: site, DATA_DIR: process.env.DATA_DIR ?? '' }
  const app = await startApp({ databaseUrl: process.env.DATABASE_URL ?? '', port, env })
  await page.context().addCookies([{ name: 'enhance', value: '1', url: site }])
  return { site, stop: () => app.stop() }
}

flow('an office user adds a passkey, signs in with it, and removes it', async ({ page }) => {
  const clerk = await makeStaff(await makeSchool(), { role: 'accounts', password: officePassword })
  const { site, stop } = await startUnderName(page)
  try {
    await giveDevice(page)
    await signIn(page, clerk.email, site)
    await expectTitle(page, `Welcome, ${clerk.name}`)
    await page.goto(`${site}/school/account/second-factor/passkeys`)
    await expect(page.locator('#main')).toContainText('Set up two-step sign-in with an app first.')
    await makeSecondFactor(clerk)
    await page.goto(`${site}/school/account`)
    await follow(page, 'Passkeys')
    await expectTitle(page, 'Passkeys')
    await expect(page.getByText('You have no passkey yet.')).toBeVisible()
    await press(page, 'Add a passkey')
    await expect(page.getByRole('link', { name: 'Name is required' })).toBeVisible()
    await fill(page, { Name: 'My phone', 'Current password': 'not the password' })
    await press(page, 'Add a passkey')
    await expect(page.getByRole('link', { name: 'Password incorrect' })).toBeVisible()
    await fill(page, { 'Current password': officePassword })
    await press(page, 'Add a passkey')
    await expect(page.getByText('The passkey is added.')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveText(/My phone.*Not used yet/)
    // The same device refuses a second passkey.
    await fill(page, { Name: 'Again', 'Current password': officePassword })
    await press(page, 'Add a passkey')
    await expect(page.getByText('Your device did not create a passkey.')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)

    await signIn(page, clerk.email, site)
    await expectTitle(page, 'Two-step sign-in')
    await press(page, 'Use a passkey')
    await expectTitle(page, `Welcome, ${clerk.name}`)
    await page.goto(`${site}/school/account/second-factor/passkeys`)
    await expect(page.locator('tbody tr')).not.toContainText('Not used yet')
    await follow(page, 'Remove')
    await expectTitle(page, 'Remove the passkey My phone')
    await press(page, 'Remove')
    await expect(page.getByRole('link', { name: 'Current password is required' })).toBeVisible()
    await fill(page, { 'Current password': officePassword })
    await press(page, 'Remove')
    await expect(page.getByText('The passkey is removed.')).toBeVisible()
    await signIn(page, clerk.email, site)
    await expectTitle(page, 'Two-step sign-in')
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  } finally {
    await stop()
  }
})
