import { expect, expectTitle, field, fill, flow, follow, press } from '../e2e/base'
import { asStaff, makeSandboxAccount } from '../e2e/people'
import { unique } from '../factories/insert'
import { makeSchool, makeStaff } from '../factories/school'

flow(
  'an owner sets up SMS and WhatsApp, sees the error of a wrong key, and removes a key',
  async ({ page, context }) => {
    const school = await makeSchool({ name: `Navjeevan ${unique()}` })
    const owner = await makeStaff(school, { role: 'owner' })
    const { exotel, whatsapp, entity_id: entityId } = await makeSandboxAccount(school.publicId)
    await asStaff(context, owner)
    await page.goto('/school/settings')
    await follow(page, 'Change the message accounts')
    await expectTitle(page, 'Messages')
    await expect(page.locator('#main')).toContainText('Messages are not set up')

    await follow(page, 'Set up SMS')
    await expectTitle(page, 'SMS account')
    await field(page, 'Gateway').selectOption('exotel')
    await fill(page, { 'API token or authkey': 'wrong', 'DLT entity id': '12', Header: 'DEMO' })
    await press(page, 'Check and save account')
    await expect(page.getByRole('alert').first()).toContainText('Account SID is required for Exotel')
    await expect(page.locator('#main')).toContainText('A header has six letters or digits')
    await fill(page, {
      'Account SID': exotel.sid,
      'API key': exotel.key,
      'API token or authkey': 'wrong',
      'DLT entity id': entityId,
      Header: 'demova',
    })
    await press(page, 'Check and save account')
    await expect(page.getByRole('alert').first()).toContainText('The gateway does not accept this account and key')
    expect((await field(page, 'API token or authkey').getAttribute('value')) ?? '').toBe('')
    await fill(page, { 'API token or authkey': exotel.token })
    await press(page, 'Check and save account')
    await expectTitle(page, 'Messages')
    await expect(page.getByText('The gateway accepted the key.')).toBeVisible()
    await expect(page.locator('#main')).toContainText('DEMOVA')
    await expect(page.locator('#main')).not.toContainText(exotel.token)
    expect(await field(page, 'Address for delivery reports').inputValue()).toContain(
      `/webhooks/sms/${school.publicId}?token=`,
    )

    await follow(page, 'Set up WhatsApp')
    await expectTitle(page, 'WhatsApp account')
    await fill(page, {
      'Phone number id': whatsapp.phone_number_id,
      'WhatsApp business account id': whatsapp.business_id,
      'Access token': whatsapp.token,
      'App secret': whatsapp.app_secret,
    })
    await press(page, 'Check and save account')
    await expectTitle(page, 'Messages')
    const callback = await field(page, 'Callback address').inputValue()
    const challenge = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': await field(page, 'Verify token').inputValue(),
    })
    expect(await (await fetch(`${callback}?${challenge}`)).text()).toBe('1158201444')

    await follow(page, 'Change cost and quiet hours')
    await expectTitle(page, 'Cost and quiet hours')
    await fill(page, { 'Monthly budget': '250', 'Quiet from': '23:30' })
    await press(page, 'Save Changes')
    await expect(page.locator('#main')).toContainText('Quiet hours begin between 18:00 and 22:00')
    await fill(page, { 'Quiet from': '20:30' })
    await press(page, 'Save Changes')
    await expectTitle(page, 'Messages')
    await expect(page.locator('#main')).toContainText('20:30 to 08:00')
    await expect(page.locator('#main')).toContainText('₹250')

    await follow(page, 'Remove SMS account')
    await expectTitle(page, 'Remove account')
    await press(page, 'Remove account')
    await expectTitle(page, 'Messages')
    await expect(page.locator('#main')).toContainText('Set up SMS')
  },
)
