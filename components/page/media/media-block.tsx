'use client'

import type { WireBlockOf } from '@/lib/page/wire/blocks'
import { Embed } from './embed'
import { Audio, File, Pdf } from './file'
import { Video, YouTube } from './video'

type MediaType = 'youtube' | 'video' | 'embed' | 'audio' | 'file' | 'pdf'

/** Renders media other than images. Only pages with such blocks load it. */
export function MediaBlock({ wire }: { wire: { [Type in MediaType]: WireBlockOf<Type> }[MediaType] }) {
  switch (wire[0]) {
    case 'youtube':
      return <YouTube caption={wire[1]} {...wire[3]} />
    case 'video':
      return <Video caption={wire[1]} {...wire[3]} />
    case 'embed':
      return <Embed caption={wire[1]} {...wire[3]} />
    case 'audio':
      return <Audio caption={wire[1]} {...wire[3]} />
    case 'file':
      return <File caption={wire[1]} {...wire[3]} />
    case 'pdf':
      return <Pdf caption={wire[1]} {...wire[3]} />
  }
}
