import { sealMessageSecret } from '~/models/contact/message-setup/message-keys.server'
import type { MessageAccount } from '../../sandbox/messages/accounts'
import type { Sandbox } from '../../sandbox/server'
import { insert, unique } from './insert'
import type { MadeSchool } from './school'

/** A school's accounts in the message sandbox, each with unique keys. */
export type TestMessageAccount = MessageAccount & {
  exotel: NonNullable<MessageAccount['exotel']>
  msg91: NonNullable<MessageAccount['msg91']>
  whatsapp: NonNullable<MessageAccount['whatsapp']>
}

/** DLT template registered by the account below, and a matching text. */
export const testTemplate = {
  id: '1207160000000000001',
  msg91Id: 'flow-absent',
  text: 'Dear parent, {#var#} of class {#alphanumeric#} is absent today. - DEMO VIDYALAYA',
  values: ['Asha', '8A'],
  filled: 'Dear parent, Asha of class 8A is absent today. - DEMO VIDYALAYA',
  whatsappName: 'absent_today',
}

/** @param url addresses to which MSG91 and WhatsApp send delivery reports; null to send none */
export function messageAccountOf(name: string, url: { msg91: string; whatsapp: string } | null): TestMessageAccount {
  return {
    name,
    exotel: { sid: `sid${name}`, key: `key-${name}`, token: `token-${name}` },
    msg91: { authkey: `authkey-${name}`, webhook_url: url?.msg91 ?? null },
    whatsapp: {
      phone_number_id: `10${name.replace(/\D/g, '').slice(-12).padStart(12, '7')}`,
      business_id: '200000000000001',
      token: `EAA${name}`,
      app_secret: `app-secret-${name}`,
      webhook_url: url?.whatsapp ?? null,
    },
    entity_id: '1201160000000000001',
    headers: ['DEMOVA'],
    dlt_templates: [{ id: testTemplate.id, msg91_id: testTemplate.msg91Id, header: 'DEMOVA', text: testTemplate.text }],
    whatsapp_templates: [
      { name: testTemplate.whatsappName, language: 'en', variables: 2, status: 'APPROVED' },
      { name: 'paused_one', language: 'en', variables: 0, status: 'PAUSED' },
    ],
    any_template: false,
  }
}

/** Adds another school to the sandbox, which stores its reports without sending them: the test delivers them itself. */
export function addMessageAccount(sandbox: Sandbox): TestMessageAccount {
  const name = unique()
  const nobody = 'http://127.0.0.1:9/webhooks'
  const account = messageAccountOf(name, { msg91: nobody, whatsapp: nobody })
  sandbox.messages.addAccount(account)
  sandbox.messages.switches.set({ dropReports: true }, name)
  return account
}

/** Tokens that authenticate reports of the school's providers, once `makeMessageKeys` has saved its keys. */
export const testReportToken = 'report-token-of-a-test'
export const testVerifyToken = 'verify-token-of-a-test'

/** Saves the school's message keys as its settings do. */
export async function makeMessageKeys(
  { id }: Pick<MadeSchool, 'id'>,
  account: TestMessageAccount,
  gateway: 'exotel' | 'msg91' = 'exotel',
): Promise<void> {
  const { exotel, msg91, whatsapp } = account
  await insert('message_settings', {
    school_id: id,
    sms_gateway: gateway,
    sms_account: gateway === 'exotel' ? exotel.sid : null,
    sms_key_id: gateway === 'exotel' ? exotel.key : null,
    sms_key: sealMessageSecret(id, 'sms_key', gateway === 'exotel' ? exotel.token : msg91.authkey),
    sms_report_token: sealMessageSecret(id, 'sms_report_token', testReportToken),
    dlt_entity_id: account.entity_id,
    sms_header: account.headers[0] ?? null,
    whatsapp_phone_id: whatsapp.phone_number_id,
    whatsapp_business_id: whatsapp.business_id,
    whatsapp_token: sealMessageSecret(id, 'whatsapp_token', whatsapp.token),
    whatsapp_app_secret: sealMessageSecret(id, 'whatsapp_app_secret', whatsapp.app_secret),
    whatsapp_verify_token: sealMessageSecret(id, 'whatsapp_verify_token', testVerifyToken),
    updated_at: new Date(),
  })
}
