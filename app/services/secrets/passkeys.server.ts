import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { env } from '~/env.server'

/** What is known of a passkey: nothing of it is secret. */
export interface KnownPasskey {
  credentialId: Buffer
  /** COSE. */
  publicKey: Buffer
  /** How often it signed, as it said last; always 0 for passkeys that several devices share. */
  counter: number
  transports: Transport[]
}

/** In bytes: an id by WebAuthn, a key by what RSA of 4,096 bits needs. */
const maxPasskeyLength = { id: 1023, key: 1024 } as const

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]

// With its certificates of all makers of keys it takes half a second and 26 MB, which only portals pay whose staff use passkeys.
const webauthn = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Whom passkeys are made for: the host of BASE_URL, and pages of this origin alone. */
function site() {
  const { hostname, origin } = new URL(env().BASE_URL)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/**
 * Whether a passkey also asks for a finger, a face or a PIN is left to it: it stands in for the code, the thing that one has. What
 * one knows, the password, was given before, and a plain security key that can ask for nothing is as good as a phone's app.
 */
const userVerification = 'preferred'

/** EdDSA, ES256 and RS256: what every device makes one of. */
const algorithms = [-8, -7, -257]

const asKnown = (known: readonly KnownPasskey[]) =>
  known.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }))

/** What a browser needs to make a passkey; those that the person has are not made again. The challenge in it is new each time. */
export async function passkeyToMake(
  person: { publicId: string; email: string; name: string },
  known: readonly KnownPasskey[],
  seconds: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return (await webauthn()).generateRegistrationOptions({
    rpName: 'Shala',
    rpID: site().expectedRPID,
    userID: new Uint8Array(Buffer.from(person.publicId)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: asKnown(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
    supportedAlgorithmIDs: algorithms,
    timeout: seconds * 1000,
  })
}

/** What a browser needs to ask one of these passkeys. */
export async function passkeysToAsk(known: readonly KnownPasskey[], seconds: number) {
  return (await webauthn()).generateAuthenticationOptions({
    rpID: site().expectedRPID,
    allowCredentials: asKnown(known),
    userVerification,
    timeout: seconds * 1000,
  })
}

const bytes = z.string().regex(/^[\w-]+$/)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key'), clientExtensionResults: z.object({}) }
const madeSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string()).default([]),
  }),
}) satisfies z.ZodType<RegistrationResponseJSON>
const answerSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
}) satisfies z.ZodType<AuthenticationResponseJSON>

/** The passkey that a browser has made for this challenge, on our page; null for anything else that was sent. */
export function readMadePasskey(sent: string, challenge: string): Promise<KnownPasskey | null> {
  return orNull(async () => {
    const response = madeSchema.parse(JSON.parse(sent))
    if (await namesCertificates(response.response.attestationObject)) return null
    const { verified, registrationInfo } = await (await webauthn()).verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      ...site(),
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return null
    const { id, publicKey, counter } = registrationInfo.credential
    const credentialId = Buffer.from(id, 'base64url')
    if (credentialId.length > maxPasskeyLength.id || publicKey.length > maxPasskeyLength.key) return null
    return {
      credentialId,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.filter((known) => response.response.transports.includes(known)),
    }
  })
}

/**
 * Whether a made passkey comes with its maker's certificates, which we never ask for: a certificate names an address where it may be revoked,
 * and the library would ask there.
 */
async function namesCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  return !['none', 'packed'].includes(attestation.get('fmt')) || attestation.get('attStmt').get('x5c') !== undefined
}

/** Which passkey an answer says it is of; null for what is no answer. Nothing is proved by it. */
export function passkeyNamedIn(sent: string): Promise<Buffer | null> {
  return orNull(() => Buffer.from(answerSchema.parse(JSON.parse(sent)).id, 'base64url'))
}

/**
 * The new counter of a passkey that has signed this challenge on our page; null for anything else that was sent, and for a counter
 * that did not grow: then two devices have the key.
 */
export function counterOfAnswer(sent: string, challenge: string, passkey: KnownPasskey): Promise<number | null> {
  return orNull(async () => {
    const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
      response: answerSchema.parse(JSON.parse(sent)),
      expectedChallenge: challenge,
      ...site(),
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  })
}

/** The library and its readers of CBOR and JSON refuse by throwing, each its own kind. */
async function orNull<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
