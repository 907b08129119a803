import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { env } from '~/env.server'

/** Stored data of a passkey; none of it is secret. */
export interface KnownPasskey {
  credentialId: Buffer
  /** In COSE format. */
  publicKey: Buffer
  /** Last reported signature counter; always 0 for passkeys shared by several devices. */
  counter: number
  transports: Transport[]
}

/** Limits in bytes: ids by WebAuthn, keys by the size of RSA with 4,096 bits. */
const maxPasskeyLength = { id: 1023, key: 1024 } as const

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]

// Loaded on demand: with the certificates of all manufacturers it takes half a second and 26 MB, which only portals
// with passkeys should pay.
const webauthn = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Relying party of the passkeys: the host of BASE_URL, and pages of this origin only. */
function site() {
  const { hostname, origin } = new URL(env().BASE_URL)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

/**
 * Lets the passkey decide whether to ask for a finger, a face or a PIN. It replaces only the code of an authenticator
 * app, which proves possession: the password, which proves knowledge, was entered before. So a plain security key is as
 * good as a phone.
 */
const userVerification = 'preferred'

/** EdDSA, ES256 and RS256: every device supports one of them. */
const algorithms = [-8, -7, -257]

const asKnown = (passkeys: readonly KnownPasskey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }))

/**
 * Options with which a browser creates a passkey; excludes those that the person already has. The challenge is new each
 * time.
 */
export async function passkeyCreationOptions(
  person: { publicId: string; email: string; name: string },
  existingPasskeys: readonly KnownPasskey[],
  seconds: number,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return (await webauthn()).generateRegistrationOptions({
    rpName: 'Shala',
    rpID: site().expectedRPID,
    userID: new Uint8Array(Buffer.from(person.publicId)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: asKnown(existingPasskeys),
    authenticatorSelection: { residentKey: 'preferred', userVerification },
    supportedAlgorithmIDs: algorithms,
    timeout: seconds * 1000,
  })
}

/** Options with which a browser asks for one of these passkeys. */
export async function passkeyRequestOptions(passkeys: readonly KnownPasskey[], seconds: number) {
  return (await webauthn()).generateAuthenticationOptions({
    rpID: site().expectedRPID,
    allowCredentials: asKnown(passkeys),
    userVerification,
    timeout: seconds * 1000,
  })
}

const bytes = z.string().regex(/^[\w-]+$/)
const credential = { id: bytes, rawId: bytes, type: z.literal('public-key'), clientExtensionResults: z.object({}) }
const madeSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(z.string()).default([]) }),
}) satisfies z.ZodType<RegistrationResponseJSON>
const answerSchema = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
}) satisfies z.ZodType<AuthenticationResponseJSON>

/** Returns the passkey that a browser created for this challenge on our page; null for any other input. */
export function verifyNewPasskey(responseJson: string, challenge: string): Promise<KnownPasskey | null> {
  return orNull(async () => {
    const response = madeSchema.parse(JSON.parse(responseJson))
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
      transports: transports.filter((transport) => response.response.transports.includes(transport)),
    }
  })
}

/**
 * Returns true when a new passkey contains its manufacturer's certificates, which we never request: a certificate names
 * a revocation address, and the library would send a request there.
 */
async function namesCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  return !['none', 'packed'].includes(attestation.get('fmt')) || attestation.get('attStmt').get('x5c') !== undefined
}

/** Returns the id of the passkey that an answer claims to be from; null for invalid input. Proves nothing. */
export function passkeyNamedIn(answerJson: string): Promise<Buffer | null> {
  return orNull(() => Buffer.from(answerSchema.parse(JSON.parse(answerJson)).id, 'base64url'))
}

/**
 * Returns the new counter of a passkey that signed this challenge on our page; null for any other input, and for a
 * counter that did not grow, which means that two devices have the key.
 */
export function counterOfAnswer(answerJson: string, challenge: string, passkey: KnownPasskey): Promise<number | null> {
  return orNull(async () => {
    const { verified, authenticationInfo } = await (await webauthn()).verifyAuthenticationResponse({
      response: answerSchema.parse(JSON.parse(answerJson)),
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

/** Turns every exception into null: the library and its CBOR and JSON readers each throw their own kind. */
async function orNull<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch {
    return null
  }
}
