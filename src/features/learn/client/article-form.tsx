import { slugOf } from '#kernel/slug.ts';
import type { ContractForm } from '#platform/browser/forms.ts';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { type ArticleFields, MAX_BODY_CHARACTERS } from '../learn.contract.ts';
import { CATEGORIES, categoryLabel } from '../learn.rules.ts';

const categoryOptions = CATEGORIES.map((value) => ({ value, label: categoryLabel[value] }));

export function ArticleForm(props: {
  form: ContractForm<ArticleFields, ArticleFields>;
  isNew: boolean;
  slugFixed: boolean;
}) {
  const { form, isNew, slugFixed } = props;
  const { errors, dirtyFields } = form.formState;
  const title = form.register('title', {
    onChange: ({ target }) => {
      if (isNew && !dirtyFields.slug) form.setValue('slug', slugOf(target.value));
    },
  });
  return (
    <div className="grid gap-5">
      <TextField
        label="Title"
        required
        autoComplete="off"
        maxLength={120}
        {...title}
        error={errors.title?.message}
      />
      <TextField
        label="Address"
        required
        prefix="/learn/"
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        readOnly={slugFixed}
        hint={
          slugFixed
            ? 'This article has been published, so its address cannot be changed.'
            : 'Lowercase letters, digits and hyphens.'
        }
        {...form.register('slug')}
        error={errors.slug?.message}
      />
      <SelectField
        label="Category"
        options={categoryOptions}
        {...form.register('category')}
        error={errors.category?.message}
      />
      <TextareaField
        label="Summary"
        required
        rows={3}
        maxLength={300}
        hint="One or two sentences. Lists and search engines show them."
        {...form.register('summary')}
        error={errors.summary?.message}
      />
      <TextareaField
        label="Text"
        required
        rows={22}
        maxLength={MAX_BODY_CHARACTERS}
        hint="Markdown: ## for a heading, **bold**, *italic*, - for lists, [text](/learn/fees) for links. Links lead to https or to our own pages; HTML is shown as text. {{monthly-limit}} and {{annual-limit}} become the limits on investing, {{lowest-resale-price}} and {{highest-resale-price}} those on resale prices."
        {...form.register('body')}
        error={errors.body?.message}
      />
    </div>
  );
}
