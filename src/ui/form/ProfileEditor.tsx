import { ProfileForm } from '../../contract/registration.ts';
import type { Profile } from '../../contract/user.ts';
import { Button } from '../Button.tsx';
import { toast } from '../feedback/toast.ts';
import { FormErrors } from './FormErrors.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { profileValues } from './profileValues.ts';
import { useKeptForm } from './useKeptForm.ts';

/** What of a profile its owner may change. */
export type ProfileData = Pick<Profile, 'firstName' | 'lastName' | 'company' | 'phoneNumber' | 'address'>;

type Props = {
  profile: Profile;
  title: string;
  own: boolean;
  /** Where it is saved while it is typed. */
  draft: Parameters<typeof useKeptForm>[2];
  /** @returns the profile as it was saved */
  save: (data: ProfileData) => Promise<Profile>;
};

/** A profile to change; the wire's `company` is the form's `companyName` (§3). */
export function ProfileEditor({ profile, title, own, draft, save }: Props) {
  const form = useKeptForm(ProfileForm, profileValues(profile), draft);

  async function submit({ companyName, ...data }: ProfileForm) {
    const saved = await save({ company: companyName, ...data });
    form.reset(profileValues(saved));
    toast(`${title}: saved.`, { tone: 'good' });
  }
  return (
    <form
      ref={form.ref}
      className="sheet stack"
      noValidate
      onSubmit={form.submit(submit)}
      aria-labelledby="profile"
    >
      <h2 id="profile" className="section-title">
        {title}
      </h2>
      <FormErrors form={form} />
      <ProfileFields field={form.field} own={own} />
      <div className="row" data-to-end="">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save the profile
        </Button>
      </div>
    </form>
  );
}
