'use client'

import type { WireBlockOf } from '@/lib/page/wire/blocks'
import { Embed } from './embed'
import { Audio, File, Pdf } from './file'
import { Video, YouTube } from './video'

type MediaType = 'youtube' | 'video' | 'embed' | 'audio' | 'file' | 'pdf'

/** Renders media other than images. Only pages with such blocks load it. */
export function MediaBlock({ wire }: { wire: { [Type in MediaType]: WireBlockOf<Type> }[MediaType] }) {
  const [type, caption, , attributes] = wire
  switch (type) {
    case 'youtube':
      return <YouTube caption={caption} {...attributes} />
    case 'video':
      return <Video caption={caption} {...attributes} />
    case 'embed':
      return <Embed caption={caption} {...attributes} />
    case 'audio':
      return <Audio caption={caption} {...attributes} />
    case 'file':
      return <File caption={caption} {...attributes} />
    case 'pdf':
      return <Pdf caption={caption} {...attributes} />
  }
}
