const day = 'A page set by hand, in code.'

/** A PDF of one small page, written object by object. */
export function specimenPdf(): Buffer {
  const lines = [
    'BT /F1 34 Tf 56 300 Td (Colophon) Tj ET',
    `BT /F2 14 Tf 56 270 Td (${day}) Tj ET`,
    '0.83 0.27 0.17 RG 2 w 56 250 m 364 250 l S',
    ...[
      'This file stands in the sample workspace to show how',
      'an attached document looks on a page. It holds two',
      'fonts that every reader has, one rule, and no more.',
    ].map((text, index) => `BT /F2 12 Tf 56 ${222 - index * 18} Td (${text}) Tj ET`),
  ]
  const stream = lines.join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 380] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Italic >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const trailer = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>`
  return Buffer.from(`${body}${trailer}\nstartxref\n${body.length}\n%%EOF\n`, 'latin1')
}

/** Three soft notes, as mono 16-bit WAV at 11,025 Hz. */
export function createChimeWav(): Buffer {
  const rate = 11_025
  const notes = [
    { at: 0, hertz: 523.25 },
    { at: 0.18, hertz: 659.25 },
    { at: 0.36, hertz: 783.99 },
  ]
  const samples = Math.round(rate * 1.2)
  const data = Buffer.alloc(samples * 2)
  for (let index = 0; index < samples; index += 1) {
    const time = index / rate
    const sum = notes
      .filter(({ at }) => time >= at)
      .reduce(
        (total, { at, hertz }) => total + Math.sin(2 * Math.PI * hertz * (time - at)) * Math.exp(-6 * (time - at)),
        0,
      )
    const fade = Math.min(1, (1.2 - time) * 20)
    data.writeInt16LE(Math.round(sum * fade * 9000), index * 2)
  }
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** The editor's checklist as plain text. */
export function checklistText(): Buffer {
  const steps = [
    'The title says what the page is about.',
    'The first sentence says what the reader gets.',
    'Headings can be read alone, as a summary.',
    'Every picture has words for those who cannot see it.',
    'Links say where they lead.',
    'Slug, date, tags and description are filled in.',
    'Status is set to Published.',
  ]
  return Buffer.from(`Before you publish\n\n${steps.map((step) => `[ ] ${step}`).join('\n')}\n`)
}
