import { ProfileForm } from '../../contract/registration.ts';
import type { Profile } from '../../contract/user.ts';
import { updateProfile } from '../../outbox/send.ts';
import { takeProfile } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { FormErrors } from '../../ui/FormErrors.tsx';
import { ProfileFields } from '../../ui/ProfileFields.tsx';
import { profileValues } from '../../ui/profileValues.ts';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/useForm.ts';

/** A person's own data, edited by an administrator (or by themselves). */
export function EditProfile({ person }: { person: Profile }) {
  const form = useForm(ProfileForm, profileValues(person));

  async function save({ companyName, ...data }: ProfileForm) {
    const saved = await updateProfile({ email: person.email, company: companyName, ...data });
    takeProfile(saved);
    form.reset(profileValues(saved));
    toast('The profile is saved.', { tone: 'good' });
  }
  return (
    <form
      ref={form.ref}
      className="sheet stack"
      noValidate
      onSubmit={form.submit(save)}
      aria-labelledby="profile"
    >
      <h2 id="profile" className="section-title">
        Profile
      </h2>
      <FormErrors form={form} />
      <ProfileFields form={form} own={false} />
      <div className="row" data-to-end="">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save the profile
        </Button>
      </div>
    </form>
  );
}
