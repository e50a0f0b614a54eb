import { BLOCK_TYPES } from '@/lib/workspace/block-traits'
import { VIEW_TYPES } from '@/lib/workspace/supported'
/** Lists of everything that the site supports. The sample workspace must contain each item at least once. */

export const SAMPLE_BLOCK_TYPES = [...BLOCK_TYPES.filter((type) => type !== 'breadcrumb'), 'table_row']

export const BLOCK_FORMATS = [
  'page_icon',
  'page_cover',
  'page_cover_position',
  'page_full_width',
  'page_small_text',
  'block_color',
  'block_aspect_ratio',
  'block_height',
  'block_width',
  'block_full_width',
  'block_page_width',
  'block_preserve_scale',
  'block_alignment',
  'display_source',
  'toggleable',
  'column_ratio',
  'list_start_index',
  'drive_properties',
  'bookmark_icon',
  'bookmark_cover',
  'table_block_column_order',
  'table_block_column_format',
  'table_block_column_header',
  'table_block_row_header',
  'transclusion_reference_pointer',
  'alias_pointer',
  'original_url',
  'attributes',
  'domain',
]

export const BLOCK_PROPERTIES = [
  'title',
  'source',
  'caption',
  'alt_text',
  'checked',
  'language',
  'link',
  'description',
  'size',
]

export const INLINE_FORMATS = ['b', 'i', 's', '_', 'c', 'a', 'h', 'p', 'u', 'd', 'e', 'lm', 'eoi', 'ce']

export const DATE_TYPES = ['date', 'datetime', 'daterange', 'datetimerange']

export const PROPERTY_TYPES = [
  'title',
  'text',
  'number',
  'select',
  'status',
  'multi_select',
  'date',
  'person',
  'file',
  'checkbox',
  'url',
  'email',
  'phone_number',
  'formula',
  'relation',
  'rollup',
  'created_time',
  'last_edited_time',
  'created_by',
  'last_edited_by',
  'auto_increment_id',
]

export const SAMPLE_VIEWS = [...Object.keys(VIEW_TYPES), 'form']

export const VIEW_FORMATS = [
  'table_properties',
  'gallery_properties',
  'list_properties',
  'board_properties',
  'board_columns',
  'board_groups2',
  'board_columns_by',
  'collection_group_by',
  'collection_groups',
  'hide_linked_collection_name',
  'gallery_cover',
  'gallery_cover_size',
  'gallery_cover_aspect',
  'board_cover',
  'board_cover_size',
]

export const COLLECTION_FORMATS = ['collection_page_properties', 'property_visibility']
