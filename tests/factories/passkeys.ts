import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { insert } from './insert'
import type { MadeStaff } from './school'

/** Deviations from a correct device. */
interface Oddity {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  /** Replaces the next counter value. */
  counter?: number
  /** The user did not touch the device. */
  isUntouched?: boolean
  /** Attestation: by the passkey's own key, as some browsers send it, or with a certificate. */
  maker?: 'itself' | 'certificate'
}

/** A device that holds one passkey with a real key; it responds as browsers do, in JSON. */
export interface Device {
  credentialId: Buffer
  /** In COSE format. */
  publicKey: Buffer
  /** Response to the options for a new passkey. */
  make: (options: { challenge: string }, odd?: Oddity) => string
  /** Response to the options for an existing passkey. */
  answer: (options: { challenge: string }, odd?: Oddity) => string
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** COSE algorithm identifiers. */
const es256 = -7

/**
 * @param counts false for a passkey shared between devices, whose signature counter always reports 0
 * @param algorithm COSE identifier of the algorithm with which the device claims to sign
 */
export function makeDevice({
  counts = true,
  credentialId = randomBytes(32) as Buffer,
  algorithm = es256,
} = {}): Device {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = coseKey(publicKey, algorithm)
  let used = 0
  const signed = (authData: Buffer, clientDataJSON: Buffer) =>
    sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey)
  const clientData = (type: string, challenge: string, odd: Oddity) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? 'http://localhost:3000',
        crossOrigin: false,
      }),
    )
  const head = (flags: number, odd: Oddity) => {
    const counter = Buffer.alloc(4)
    used += counts ? 1 : 0
    counter.writeUInt32BE(odd.counter ?? used)
    return Buffer.concat([sha256(odd.rpId ?? 'localhost'), Buffer.from([odd.isUntouched ? flags - 1 : flags]), counter])
  }
  const told = (response: Record<string, Buffer>, more: object = {}) => {
    const texts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])
    const id = credentialId.toString('base64url')
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...Object.fromEntries(texts), ...more },
    })
  }
  return {
    credentialId,
    publicKey: key,
    make({ challenge }, odd = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      // Flags: user present, user verified, credential data included.
      const authData = Buffer.concat([head(0x45, odd), Buffer.alloc(16), length, credentialId, key])
      const clientDataJSON = clientData('webauthn.create', challenge, odd)
      const attestationObject = cborMap([
        [cborText('fmt'), cborText(odd.maker ? 'packed' : 'none')],
        [cborText('attStmt'), cborMap(odd.maker ? statementOf(odd.maker, signed(authData, clientDataJSON)) : [])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return told({ clientDataJSON, attestationObject }, { transports: ['internal', 'hybrid', 'pigeon'] })
    },
    answer({ challenge }, odd = {}) {
      const authenticatorData = head(0x05, odd)
      const clientDataJSON = clientData('webauthn.get', challenge, odd)
      return told({ clientDataJSON, authenticatorData, signature: signed(authenticatorData, clientDataJSON) })
    },
  }
}

/** Adds a passkey to a staff user who has a second factor; returns its public id and its device. */
export async function makePasskey(
  staff: Pick<MadeStaff, 'id' | 'scope'>,
  { counts = true, name = 'My phone' } = {},
): Promise<{ publicId: string; device: Device }> {
  const device = makeDevice({ counts })
  const publicId = newPublicId()
  await insert('passkeys', {
    public_id: publicId,
    school_id: staff.scope.schoolId,
    staff_user_id: staff.id,
    credential_id: device.credentialId,
    public_key: device.publicKey,
    counter: 0,
    transports: 'internal',
    name,
    created_at: new Date(),
  })
  return { publicId, device }
}

function statementOf(maker: 'itself' | 'certificate', signature: Buffer): Array<[Buffer, Buffer]> {
  const own: Array<[Buffer, Buffer]> = [
    [cborText('alg'), cborInt(es256)],
    [cborText('sig'), cborBytes(signature)],
  ]
  return maker === 'itself' ? own : [...own, [cborText('x5c'), cborList([cborBytes(Buffer.of(1))])]]
}

/** P-256 key in COSE format. */
function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(algorithm)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

/** Head of a CBOR item (RFC 8949): the type in three bits, the length in the rest or in the bytes that follow. */
function cborHead(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborList = (items: readonly Buffer[]) => Buffer.concat([cborHead(4, items.length), ...items])

function cborMap(entries: ReadonlyArray<readonly [Buffer, Buffer]>): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
