import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Builds a zip archive of files with any name and content: each file with its header, then the central directory. */
export function archiveOf(files: ReadonlyArray<readonly [name: string, content: string | Uint8Array]>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, body] of files) {
    const content = Buffer.from(body as string)
    const packed = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt16LE(8, 4)
    // 1 January 1980, so that the same file always has the same bytes.
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const title = Buffer.from(name)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, title, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, title]))
    bodies.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, listed, end])
}

export function partOf(archive: Buffer, name: string): string {
  const entry = (from: number) => archive.indexOf('PK\x01\x02', from, 'latin1')
  for (let at = entry(0); at >= 0; at = entry(at + 46)) {
    if (archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28)) !== name) continue
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    return inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20))).toString()
  }
  throw new Error(`The archive has no ${name}`)
}
